' One Space as the app sees it. All here runs on the render thread, which never waits: the network is the Task's, and what it says
' comes as one outcome after another.

sub init()
    m.things = understudy_table()
    m.said = {}
    m.run = 0
    m.userId = ""
    m.isStarted = false
    m.outbox = []
    m.isBusy = false
    understudy_setUpStates()
    understudy_watchSettings()
    m.wait = CreateObject("roSGNode", "Timer")
    m.wait.observeField("fire", "onWaited")
end sub

' facts: { apiKey, space, fallbacks: JSON texts by id, things }
sub understudyOpen(facts as object)
    m.apiKey = facts.apiKey
    m.space = facts.space
    for each thing in facts.things
        thing.client = m.top
        m.things[thing.id] = thing
        understudy_offer(thing, facts.fallbacks[thing.id])
    end for
    m.network = understudy_network()
    m.number = m.network.clients + 1
    m.network.clients = m.number
    m.network.observeField("outcome", "onOutcome")
    understudy_tell({ act: "open" })
end sub

' The one Task that all clients of the app share.
function understudy_network() as object
    if not m.global.hasField("understudyNetwork")
        network = CreateObject("roSGNode", "understudy_Network")
        m.global.addFields({ understudyNetwork: network })
        network.control = "RUN"
    end if
    return m.global.understudyNetwork
end function

' Hands an act to the Task. One command is under way at a time, and what comes meanwhile goes with the next: none is lost, and
' five hundred events are two commands.
sub understudy_tell(act as object)
    m.outbox.push(act)
    if not m.isBusy then understudy_post()
end sub

sub understudy_post()
    if m.outbox.count() = 0 then return
    m.isBusy = true
    acts = m.outbox
    m.outbox = []
    settings = { apiKey: m.apiKey, space: m.space, serviceUrl: m.serviceUrl, pollMsec: m.pollMsec, isLive: not m.isLocked }
    m.network.command = { client: m.number, settings: settings, acts: acts }
end sub

sub onOutcome(event as object)
    outcome = event.getData()
    if outcome.client <> m.number then return
    for each news in outcome.news
        understudy_hear(news)
    end for
    if outcome.taken
        m.isBusy = false
        understudy_post()
    end if
end sub

sub understudy_hear(news as object)
    if news.is = "said"
        understudy_said(news.text, news.once)
    else if news.run <> m.run
        return
    else if news.is = "gone"
        understudyStart({ fields: {} })
    else if news.is = "answer"
        m.wait.control = "stop"
        understudy_settle(news.states)
        ' An observer may have started another one.
        if news.run = m.run then m.top.session.status = "ready"
    else if news.is = "failed"
        understudy_settleWithout()
    else if news.is = "states"
        understudy_take(news.states)
    end if
end sub

' start: { userId: "" for a visitor, fields }; without userId the person stays.
sub understudyStart(start as object)
    isSame = m.isStarted
    if start.userId <> invalid
        isSame = m.isStarted and start.userId = m.userId
        m.userId = start.userId
    end if
    m.isStarted = true
    m.isSettled = false
    if not isSame then m.served = understudy_table()
    mine = m.run + 1
    m.run = mine
    m.since = CreateObject("roTimespan")
    understudy_tell({ act: "start", run: mine, userId: m.userId, isSame: isSame, fields: understudy_fields(start.fields) })
    ' The app's observers come last: they may start another session, which is the one that counts from then on.
    m.top.session.anonymous = m.userId = ""
    if m.run = mine then m.top.session.status = "starting"
    ' For the same person what is shown stays until the first answer.
    if not isSame then understudy_showAll()
    if m.run = mine then understudy_wait()
end sub

' JSON texts by name, of this moment: what the app does to its own later changes nothing. What JSON can't say is told and left out: one field
' must not take the others with it.
function understudy_fields(given as object) as object
    fields = understudy_table()
    if type(given) <> "roAssociativeArray" then return fields
    for each name in given
        text = understudy_write(given[name])
        if text = ""
            understudy_said("error: The field " + understudy_quote(name) + " is left out: JSON can't say its value.", false)
        else
            fields[name] = text
        end if
    end for
    return fields
end function

' Counts the wait on this thread: it ends in time whatever the Task is busy with.
sub understudy_wait()
    m.wait.control = "stop"
    left = m.waitTimeMsec - m.since.totalMilliseconds()
    if left <= 0
        onWaited()
    else
        m.wait.duration = left / 1000
        m.wait.control = "start"
    end if
end sub

sub onWaited()
    if m.isSettled then return
    ' Whoever chose no wait at all expects no answer yet.
    if m.waitTimeMsec > 0 then understudy_said(m.serviceUrl + " does not answer yet.", true)
    understudy_tell({ act: "waited", run: m.run })
    understudy_settleWithout()
end sub

' No answer in time, or none at all: what the app sees stays.
sub understudy_settleWithout()
    m.wait.control = "stop"
    if m.isSettled then return
    m.isSettled = true
    m.top.session.status = "fallback"
end sub

sub understudyTrack(event as object)
    understudy_tell({ act: "track", event: event })
end sub

sub understudyFlush(_options = invalid as dynamic)
    understudy_tell({ act: "flush" })
end sub

sub understudyWarnOnce(text as string)
    understudy_said(text, true)
end sub

' A line for whoever develops the app, on the console of port 8085.
sub understudy_said(text as string, isOnce as boolean)
    if isOnce
        if m.said.doesExist(text) then return
        if m.said.count() < 200 then m.said[text] = true
    end if
    print "[understudy] " + text
end sub
