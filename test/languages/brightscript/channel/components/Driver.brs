' Does the steps of the contract, and prints what it saw.

sub init()
    m.top.observeField("todo", "onTodo")
    m.things = {}
    m.changes = []
    m.pings = 0
end sub

sub onTodo()
    todo = ParseJson(m.top.todo)
    m.number = todo.number
    if todo.do = "launch"
        launch(todo)
        saw({})
    else if todo.do = "kill"
        kill()
        saw({})
    else if todo.do = "start" or todo.do = "update" or todo.do = "identify" or todo.do = "anonymize"
        begin(todo)
    else if todo.do = "track"
        times = 1
        if todo.times <> invalid then times = todo.times
        for i = 1 to times
            if todo.on = invalid then m.space.session.callFunc("track", todo.name, todo.metadata) else m.things[todo.on].callFunc("track", todo.name, todo.metadata)
        end for
        saw({})
    else if todo.do = "assign"
        m.space.client[todo.name] = todo.value
        saw({})
    else if todo.do = "read"
        saw({ read: look(todo.what) })
    else if todo.do = "advance"
        ping([{ act: "rest" }, { act: "advance", msec: todo.seconds * 1000 }, { act: "rest" }])
    else if todo.do = "leave"
        leave(todo.bytes, todo.letter)
        saw({})
    else if todo.do = "disk"
        section = CreateObject("roRegistrySection", "full")
        if todo.full then section.write("full", "yes") else section.delete("full")
        section.flush()
        saw({})
    else if todo.do = "clock"
        ping([{ act: "clock", msec: todo.seconds * 1000 }])
    else if todo.do = "leaveVisitor"
        section = CreateObject("roRegistrySection", "understudy_contract")
        section.write("visitor", String(todo.length, "x"))
        section.flush()
        saw({})
    else if todo.do = "flush" or todo.do = "seen"
        m.space.session.callFunc("flush", invalid)
        ping([{ act: "rest" }, { act: "rest" }])
    else if todo.do = "look"
        seen = {}
        seen.setModeCaseSensitive()
        for each what in todo.what
            seen[what] = look(what)
        end for
        saw(seen)
    else if todo.do = "changes"
        saw({ changes: m.changes })
    end if
end sub

sub saw(what as object)
    print "SAW " + m.number.toStr() + " " + understudy_write(what)
end sub

sub launch(todo as object)
    kill()
    m.changes = []
    m.space = CreateObject("roSGNode", "contract_Space")
    m.things = {}
    collections = m.space.collections
    for each thing in [collections.homepage.banner, collections.homepage.footer, collections.homepage.body, collections.later.card]
        m.things[thing.key] = thing
    end for
    client = m.space.client
    client.serviceUrl = todo.serviceUrl
    client.pollMsec = 300
    if todo.sessionLock <> invalid then client.sessionLock = todo.sessionLock
    if todo.waitTimeMsec <> invalid then client.waitTimeMsec = todo.waitTimeMsec
    client.observeField("changed", "onChanged")
    m.space.session.observeField("status", "onStatus")
    m.another = todo.startsAnother
    if m.network = invalid
        m.network = m.global.understudyNetwork
        m.network.observeField("outcome", "onOutcome")
    end if
end sub

' The Task forgets the client, as if the channel had ended; the registry stays.
sub kill()
    if m.space = invalid then return
    m.space.client.unobserveField("changed")
    m.space.session.unobserveField("status")
    m.network.command = { client: m.network.clients, settings: {}, acts: [{ act: "close" }] }
    m.space = invalid
end sub

sub begin(todo as object)
    session = m.space.session
    m.isWaiting = todo.wait <> false
    if todo.notANumber <> invalid
        huge = 1e300#
        for each name in todo.notANumber
            nan = huge * huge - huge * huge
            if type(todo.fields[name]) = "roArray" then todo.fields[name].push(nan) else todo.fields[name] = nan
        end for
    end if
    if todo.do = "start" then session.callFunc("start", { userId: todo.userId, fields: todo.fields })
    if todo.do = "update" then session.callFunc("update", todo.fields)
    if todo.do = "identify" then if todo.fields = invalid then session.callFunc("identify", todo.userId) else session.callFunc("identify", todo.userId, todo.fields)
    if todo.do = "anonymize" then if todo.fields = invalid then session.callFunc("anonymize") else session.callFunc("anonymize", todo.fields)
    if todo.changesAfter = true
        for each name in todo.fields
            if type(todo.fields[name]) = "roArray" then todo.fields[name][0] = "spoilt" else todo.fields[name] = "spoilt"
        end for
    end if
    if m.isWaiting
        onStatus()
    else
        saw({})
    end if
end sub

sub leave(bytes as integer, letter as dynamic)
    text = "x"
    while Len(text) < bytes
        text = text + text
    end while
    section = CreateObject("roRegistrySection", "understudy_contract")
    event = { "id": "left", "name": "a/left", "time": "1970-01-01T00:00:00.000Z", "anonymousId": "a", "x": text }
    event = understudy_write(event)
    if letter <> invalid then event = event.replace("x", letter)
    section.write("events", event + Chr(10) + section.read("events"))
    section.flush()
end sub

sub onStatus()
    if m.another <> invalid and m.space.session.status = "starting"
        another = m.another
        m.another = invalid
        m.space.session.callFunc("start", { userId: another })
    end if
    if m.isWaiting <> true or m.space.session.status = "starting" or m.space.session.status = "idle" then return
    m.isWaiting = false
    saw({})
end sub

sub onChanged(event as object)
    for each id in event.getData()
        for each key in m.things
            if m.things[key].id = id then m.changes.push(key)
        end for
    end for
end sub

' Acts of the Task, one after another: it rests in between, so that what it asked for is answered.
sub ping(acts as object)
    m.acts = acts
    m.network.command = { client: 0, settings: {}, acts: [acts.shift()] }
end sub

sub onOutcome(event as object)
    if event.getData().client <> 0 or m.acts = invalid then return
    if m.acts.count() > 0
        ping(m.acts)
    else
        m.acts = invalid
        saw({})
    end if
end sub

function look(what as string) as dynamic
    if what = "status" then return m.space.session.status
    if what = "anonymous" then return m.space.session.anonymous
    if what = "waitTimeMsec" then return m.space.client.waitTimeMsec
    if Left(what, 8) = "default:"
        thing = m.things[Mid(what, 9)]
        return { enabled: thing.defaultEnabled, data: wire(thing.defaultData) }
    end if
    thing = m.things[what]
    if not thing.isSubtype("understudy_Section") then return { enabled: thing.enabled, data: wire(thing.data) }
    children = []
    for each child in thing.children
        children.push([child.key, child.type, child.data.title])
    end for
    return { enabled: thing.enabled, children: children }
end function

' Each property by the wire's key; invalid ones are left out, but for that which may be a null.
function wire(data as object) as object
    wired = {}
    wired.setModeCaseSensitive()
    pairs = [["headline", data.headline], ["text", data.text], ["seats", data.seats], ["soldOut", data.soldOut], ["link", data.link], ["poster", data.poster], ["premiere", data.premiere], ["genre", data.genre], ["tags", data.tags], ["extra", data.extra], ["subtitle", data.subtitle], ["title", data.title], ["class", data.classValue], ["head-line", data.headLineValue], ["HEADLINE", data.hEADLINEOab8]]
    if data.background <> invalid then pairs.push(["background", { value: data.background.value, opacity: data.background.opacity }])
    for each pair in pairs
        if pair[1] <> invalid then wired[pair[0]] = pair[1]
    end for
    if data.doesExist("extra") then wired["extra"] = data.extra
    return wired
end function
