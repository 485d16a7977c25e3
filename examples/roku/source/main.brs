sub main()
    screen = CreateObject("roSGScreen")
    port = CreateObject("roMessagePort")
    screen.setMessagePort(port)
    screen.createScene("HomeScene")
    screen.show()
    while true
        message = wait(0, port)
        if type(message) = "roSGScreenEvent" then if message.isScreenClosed() then return
    end while
end sub
