' The entry of a Space: its client, its session, its Collections.

sub understudy_openSpace(facts as object, collections as string)
    client = CreateObject("roSGNode", "understudy_Client")
    session = CreateObject("roSGNode", "understudy_Session")
    session.client = client
    client.session = session
    m.top.collections = CreateObject("roSGNode", collections)
    m.top.client = client
    m.top.session = session
    facts.things = understudy_thingsOf(m.top.collections)
    client.callFunc("understudyOpen", facts)
end sub

' Every Experience and Section of every Collection.
function understudy_thingsOf(collections as object) as object
    things = []
    for each collection in collections.getChildren(-1, 0)
        things.append(collection.callFunc("understudyThings", invalid))
    end for
    return things
end function
