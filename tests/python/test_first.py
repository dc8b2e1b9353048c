import nearfield
def test_x():
    assert nearfield.pairs([[0.0],[1.0]],2).pairs.tolist()==[[0,1]]
