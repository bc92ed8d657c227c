/** Keys of share links: the ID of the link, a dot and the secret. Apart from the schemas, because every page loads it. */

/** ID of the link that a key belongs to; null if the text isn't a key. Doesn't check the secret. */
export function shareLinkIdOf(key: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/.exec(key)?.[1] ?? null
}
