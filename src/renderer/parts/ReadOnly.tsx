import { useHere } from "../page/use-here.ts";

/** Says to a viewer why nothing here can be changed; nothing to everybody else. */
export function ReadOnly() {
  const { canEdit, space } = useHere();
  if (canEdit) return null;
  return (
    <p className="read-only inset direction" role="note">
      You can look at everything in {space.name}. To change it, ask an owner for the role of editor.
    </p>
  );
}
