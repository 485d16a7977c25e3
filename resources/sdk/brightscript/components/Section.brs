' An ordered list of Experiences. Its children as a node are all that it may show.

' One that this Section may show.
sub understudy_child(name as string, id as string, key as string)
    child = m.top.createChild(name)
    child.id = id
    child.key = key
end sub

function understudyThings(_options = invalid as dynamic) as object
    return m.top.getChildren(-1, 0)
end function

sub understudyOffer(state as object)
    m.top.defaultEnabled = state.enabled
    m.top.defaultChildren = understudy_inOrder(state.children)
end sub

sub understudyShow(state as object)
    m.top.enabled = state.enabled
    m.top.children = understudy_inOrder(state.children)
    m.top.changed = m.top.changed + 1
end sub

' Those that this code does not know yet are left out.
function understudy_inOrder(ids as object) as object
    children = []
    for each id in ids
        for each child in understudyThings()
            if child.id = id then children.push(child)
        end for
    end for
    return children
end function
