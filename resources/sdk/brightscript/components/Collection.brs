' An Experience or a Section of this Collection.
function understudy_place(name as string, id as string, key as string) as object
    thing = m.top.createChild(name)
    thing.id = id
    thing.key = key
    return thing
end function

function understudyThings(_options = invalid as dynamic) as object
    things = []
    for each thing in m.top.getChildren(-1, 0)
        things.push(thing)
        if thing.isSubtype("understudy_Section") then things.append(thing.callFunc("understudyThings", invalid))
    end for
    return things
end function
