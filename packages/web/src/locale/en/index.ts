/** All English messages, by room. */

import type { Messages } from '../messages.ts'

const files = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })

const messages: Messages = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./'.length, -'.json'.length), texts]),
)
export default messages
