/**
 * Messages that are loaded with a module: loading waits for both, so that no message key is ever visible. The build
 * wraps each `import()` whose module shows its own messages in `withTexts` (`build/split-texts.ts`).
 */

import type { Messages } from './messages.ts'

/** Messages by language. A language without an entry has no messages here. */
export type TextPart = Readonly<Record<string, () => Promise<{ default: Messages }>>>

type Need = (part: TextPart) => Promise<void>

/** Loads requested messages into the current texts. No-op if all messages are loaded at startup. */
let need: Need = async () => {}

/** Sets the function that loads requested messages. */
export function onTextsNeeded(load: Need): void {
  need = load
}

/** Loads the module and its messages. Rejects if either can't be loaded. */
export async function withTexts<T>(load: () => Promise<T>, part: TextPart): Promise<T> {
  const [module] = await Promise.all([load(), need(part)])
  return module
}
