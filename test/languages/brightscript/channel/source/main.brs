' Hands each step that the test sends to the scene. A step is JSON in ASCII, and comes as an input of the device.
sub main()
    screen = CreateObject("roSGScreen")
    port = CreateObject("roMessagePort")
    screen.setMessagePort(port)
    input = CreateObject("roInput")
    input.setMessagePort(port)
    scene = screen.createScene("Driver")
    screen.show()
    print "READY"
    while true
        message = wait(0, port)
        if type(message) = "roInputEvent" then scene.todo = message.getInfo().todo
    end while
end sub
