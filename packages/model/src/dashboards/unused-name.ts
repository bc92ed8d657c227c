/** Names and IDs that nothing else has. */

/** The text, followed by the first number from 2 on that makes it unused. */
export function unused(text: string, isUsed: (text: string) => boolean, between = ' '): string {
  let next = text
  for (let number = 2; isUsed(next); number++) next = `${text}${between}${number}`
  return next
}
