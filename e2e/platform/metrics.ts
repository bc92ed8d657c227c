/** Metrics of a server from `/metrics`. */

import type { Platform } from './start-platform.ts'

/** Sum of a metric's series whose labels match. */
export async function figureOf({ baseUrl }: Platform, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  let sum = 0
  for (const line of text.split('\n')) {
    if (line.startsWith(name) && line.includes(labels)) sum += Number(line.slice(line.lastIndexOf(' ') + 1))
  }
  return sum
}
