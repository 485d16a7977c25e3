' The one Task of all clients: requests, events, the registry. It owns an engine for each client, which an act of that client makes or
' moves, and says what comes of it in outcomes. Nothing here is read or written by another thread but the Task's fields.

sub init()
    m.port = CreateObject("roMessagePort")
    m.top.observeField("command", m.port)
    m.top.functionName = "understudy_listen"
end sub

sub understudy_listen()
    m.engines = {}
    m.requests = {}
    m.clock = CreateObject("roTimespan")
    m.ticked = 1#
    m.ahead = 0#
    m.skew = 0#
    m.device = CreateObject("roDeviceInfo")
    while true
        message = wait(understudy_pause(), m.port)
        if type(message) = "roSGNodeEvent" then understudy_obey(message.getData())
        if type(message) = "roUrlEvent" then understudy_onResponse(message)
        understudy_tick()
    end while
end sub

sub understudy_obey(command as object)
    key = command.client.toStr()
    e = m.engines[key]
    for each act in command.acts
        ' Of tests alone: time goes by, and the device's clock is set.
        if act.act = "advance" then m.ahead = m.ahead + act.msec
        if act.act = "clock" then m.skew = m.skew + act.msec
        if act.act = "open" then e = understudy_engine(command.client, command.settings)
        if act.act = "close" then e = invalid
        if e <> invalid then understudy_do(e, act, command.settings)
    end for
    if e = invalid
        m.engines.delete(key)
        m.top.outcome = { client: command.client, taken: true, news: [] }
    else
        m.engines[key] = e
        understudy_send(e, true)
    end if
end sub

function understudy_engine(client as integer, settings as object) as object
    e = { client: client, settings: settings, news: [] }
    understudy_setUpSession(e)
    understudy_setUpQueue(e)
    understudy_setUpSender(e)
    understudy_setUpLive(e)
    return e
end function

sub understudy_do(e as object, act as object, settings as object)
    e.settings = settings
    if act.act = "start"
        understudy_startSession(e, act)
    else if act.act = "waited" and act.run = e.run
        understudy_own(e, e.sessionId)
    else if act.act = "live"
        understudy_switchLive(e)
    else if act.act = "track"
        understudy_take(e, act.event)
    else if act.act = "flush"
        understudy_release(e)
        understudy_keep(e)
        understudy_wake(e)
        understudy_tryStarting(e)
        understudy_tryPolling(e)
    end if
end sub

' Something that the client hears, with the next outcome.
sub understudy_report(e as object, news as object)
    e.news.push(news)
end sub

sub understudy_say(e as object, text as string)
    understudy_report(e, { is: "said", text: text, once: false })
end sub

sub understudy_sayOnce(e as object, text as string)
    understudy_report(e, { is: "said", text: text, once: true })
end sub

sub understudy_send(e as object, isTaken as boolean)
    if e.news.count() = 0 and not isTaken then return
    news = e.news
    e.news = []
    m.top.outcome = { client: e.client, taken: isTaken, news: news }
end sub

' What is due, of every engine.
sub understudy_tick()
    now = understudy_ticks()
    understudy_giveUp(now)
    for each key in m.engines
        e = m.engines[key]
        if understudy_isDue(e.retryAt, now) then understudy_askAgain(e)
        if understudy_isDue(e.keepAt, now) then understudy_keep(e)
        if understudy_isDue(e.sendAt, now) then understudy_sendEvents(e)
        if understudy_isDue(e.pollAt, now) then understudy_poll(e)
        understudy_send(e, false)
    end for
end sub

function understudy_isDue(at as double, now as double) as boolean
    return at > 0 and at <= now
end function

' How long nothing is due, in ms: at most a second.
function understudy_pause() as integer
    pause = 1000#
    now = understudy_ticks()
    for each key in m.engines
        e = m.engines[key]
        for each at in [e.retryAt, e.keepAt, e.sendAt, e.pollAt]
            if at > 0 and at - now < pause then pause = at - now
        end for
    end for
    if pause < 1 then return 1
    return Int(pause)
end function

' In ms since 1970, UTC.
function understudy_now() as double
    time = CreateObject("roDateTime")
    return time.asSeconds() * 1000# + time.getMilliseconds() + m.ahead + m.skew
end function

' In ms, of a clock that nobody sets: what is due goes by it. A timespan's integer is full after 24 days.
function understudy_ticks() as double
    msec = m.clock.totalMilliseconds()
    if msec > 1000000000
        m.ticked = m.ticked + msec
        m.clock.mark()
        msec = 0
    end if
    return m.ticked + msec + m.ahead
end function

' Exponential backoff with full jitter: any time up to first doubled with every failure, at most most; in ms.
function understudy_backoff(failures as integer, first as integer, most as integer) as double
    longest = first
    for i = 1 to failures
        if longest < most then longest = longest * 2
    end for
    if longest > most then longest = most
    return Int(Rnd(0) * longest)
end function
