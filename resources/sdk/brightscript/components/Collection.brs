' An Experience or a Section of this Collection.
function understudy_place(name as string, id as string, key as string) as object
    thing = CreateObject("roSGNode", name)
    thing.id = id
    thing.key = key
    if m.things = invalid then m.things = []
    m.things.push(thing)
    return thing
end function

function understudyThings(_options = invalid as dynamic) as object
    things = []
    if m.things = invalid then return things
    for each thing in m.things
        things.push(thing)
        if thing.isSubtype("understudy_Section") then things.append(thing.callFunc("understudyThings", invalid))
    end for
    return things
end function
