/** Initials of a user, for avatars. */

export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words[1]?.[0] ?? '')).toUpperCase()
}
