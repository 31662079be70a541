import type { SandboxContact } from "./contact.ts";
import { recordContacts } from "./record-contacts.ts";
import { stateContacts } from "./state-contacts.ts";

export const sandboxContacts: readonly SandboxContact[] = [...stateContacts, ...recordContacts];
