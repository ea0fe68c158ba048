print("parley-demo")
