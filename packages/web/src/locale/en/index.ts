/** All English messages, by namespace. */

const files = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })

const messages: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./'.length, -'.json'.length), texts]),
)
export default messages
