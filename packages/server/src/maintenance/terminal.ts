/** Progress line on a terminal. Prints nothing if the output isn't a terminal. */

import { bytesText, countText } from './amounts.ts'

export interface ProgressLine {
  /** `copied 120 MB of 300 MB` */
  bytes(what: string, done: number, all: number): void
  /** `chunks 1,000 of 2,000` */
  items(what: string, done: number, all: number): void
  clear(): void
}

const everyMs = 100

export function createProgressLine(stream: { isTTY?: boolean; write(text: string): unknown }): ProgressLine {
  let shownAt = Number.NEGATIVE_INFINITY
  let shown = ''

  function show(text: string, isLast: boolean) {
    if (!stream.isTTY) return
    const now = performance.now()
    // A new subject is shown at once, because it may take long without further updates.
    if (!isLast && now - shownAt < everyMs && shown.split(' ', 1)[0] === text.split(' ', 1)[0]) return
    shownAt = now
    shown = text
    stream.write(`\r\u001b[K${text}`)
  }

  const line = (what: string, done: number, all: number, text: (amount: number) => string) =>
    show(all === 0 || done === 0 ? `${what} …` : `${what} ${text(done)} of ${text(all)}`, done === all)

  return {
    bytes: (what, done, all) => line(what, done, all, bytesText),
    items: (what, done, all) => line(what, done, all, countText),
    clear() {
      if (stream.isTTY && shown !== '') stream.write('\r\u001b[K')
      shown = ''
    },
  }
}
