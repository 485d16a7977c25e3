import "./users.css";
import { useSearch } from "wouter";
import { userKinds } from "../../core/user.ts";
import { useHere } from "../page/use-here.ts";
import { AllUsers } from "./AllUsers.tsx";
import { UserPage } from "./UserPage.tsx";

/** Users and visitors of an environment: all of them, or the one that the address names. */
export function UsersPage() {
  const { below } = useHere();
  const asked = new URLSearchParams(useSearch()).get("kind");
  const kind = userKinds.find((one) => one === asked);
  const [id] = below;
  return id === undefined ? <AllUsers /> : <UserPage key={`${kind}/${id}`} id={id} kind={kind} />;
}
