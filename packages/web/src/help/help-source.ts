/**
 * Reads help pages: the reader's language first, then the default one; what a page includes is put in, and variables
 * become what they stand for (seed 1, section 2).
 *
 *   {% include parts/script-arguments %}     another file, without its `.md`
 *   ${siteBaseUrl}  ${helpBaseUrl}           where the site and the help pages are
 */

export interface HelpSourceParts {
  readonly fetch: typeof globalThis.fetch
  /** Without a slash at its end, such as `/assets`. */
  readonly helpBaseUrl: string
  readonly siteBaseUrl: string
  /** As the locale is called: `de_DE`. */
  readonly language: string
}

/** What is there when a page is in no other language. */
export const defaultLanguage = 'en_US'

/** Files within files. */
const includeDepthMax = 4
/** Characters of a page with all that it includes. */
const pageLengthMax = 200_000
const pageName = /^[\w-]+(\/[\w-]+)*$/
const include = /\{%\s*include\s+([\w/-]+)\s*%\}/g

/** The page as Markdown; undefined: in no language. Throws what `fetch` throws, and an `Error` for a failed answer. */
export async function readHelpPage(
  parts: HelpSourceParts,
  page: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!pageName.test(page)) return undefined
  const text = await readWhole(parts, page, signal, [])
  return text
    ?.slice(0, pageLengthMax)
    .replaceAll('${' + 'siteBaseUrl}', parts.siteBaseUrl)
    .replaceAll('${' + 'helpBaseUrl}', parts.helpBaseUrl)
}

async function readWhole(
  parts: HelpSourceParts,
  page: string,
  signal: AbortSignal | undefined,
  above: readonly string[],
): Promise<string | undefined> {
  const text = await readFile(parts, page, signal)
  if (text === undefined) return undefined
  const names = new Set([...text.matchAll(include)].map(([, name = '']) => name))
  const bodies = new Map<string, string>()
  for (const name of names) {
    // One that is above includes itself; its text would never end.
    const isOpen = name === page || above.includes(name) || above.length >= includeDepthMax
    bodies.set(name, isOpen ? '' : ((await readWhole(parts, name, signal, [...above, page])) ?? ''))
  }
  return text.replace(include, (_, name: string) => (bodies.get(name) ?? '').trim())
}

async function readFile(
  { fetch, helpBaseUrl, language }: HelpSourceParts,
  page: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  for (const tongue of new Set([language, defaultLanguage])) {
    const answer = await fetch(`${helpBaseUrl}/help/${tongue}/${page}.md`, { signal, credentials: 'same-origin' })
    // A server that answers its own page for what it does not have is not answering Markdown.
    const isPage = answer.headers.get('content-type')?.includes('text/html') ?? false
    if (answer.ok && !isPage) return answer.text()
    if (!answer.ok && answer.status !== 404 && answer.status !== 403) {
      throw new Error(`The help page could not be read (${answer.status}).`)
    }
  }
  return undefined
}
