/**
 * Messages that come with a module: loading it waits for both, so that no key is ever seen. The build writes
 * `withTexts` around each `import()` whose module shows messages of its own (`build/split-texts.ts`).
 */

import type { Messages } from './messages.ts'

/** By language. One that is missing has nothing to say. */
export type TextPart = Readonly<Record<string, () => Promise<{ default: Messages }>>>

type Need = (part: TextPart) => Promise<void>

/** Who loads what is asked for: the texts in use. Where all messages are there at the start, nobody. */
let need: Need = async () => {}

/** Says who loads what is asked for from now on. */
export function onTextsNeeded(load: Need): void {
  need = load
}

/** The module, with its messages there. Rejects when either cannot be loaded. */
export async function withTexts<T>(load: () => Promise<T>, part: TextPart): Promise<T> {
  const [module] = await Promise.all([load(), need(part)])
  return module
}
