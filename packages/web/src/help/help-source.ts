/**
 * Reads help pages: the user's language first, then the default one. Inserts included parts and replaces variables.
 *
 *   {% include parts/script-arguments %}     another file, without its `.md`
 *   ${siteBaseUrl}  ${helpBaseUrl}           base URLs of the site and of the help pages
 */

export interface HelpSourceDeps {
  readonly fetch: typeof globalThis.fetch
  /** Without a trailing slash, such as `/assets`. */
  readonly helpBaseUrl: string
  readonly siteBaseUrl: string
  /** Locale name: `de_DE`. */
  readonly language: string
}

/** Fallback language. */
export const defaultLanguage = 'en_US'

/** Maximum nesting of included files. */
const includeDepthMax = 4
/** Maximum characters of a page with its included parts. */
const pageLengthMax = 200_000
const pageName = /^[\w-]+(\/[\w-]+)*$/
const include = /\{%\s*include\s+([\w/-]+)\s*%\}/g

/** The page as Markdown; undefined if no language has it. Throws if the request or the response fails. */
export async function readHelpPage(
  deps: HelpSourceDeps,
  page: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!pageName.test(page)) return undefined
  const text = await readWhole(deps, page, signal, [])
  return text
    ?.slice(0, pageLengthMax)
    .replaceAll('${' + 'siteBaseUrl}', deps.siteBaseUrl)
    .replaceAll('${' + 'helpBaseUrl}', deps.helpBaseUrl)
}

async function readWhole(
  deps: HelpSourceDeps,
  page: string,
  signal: AbortSignal | undefined,
  above: readonly string[],
): Promise<string | undefined> {
  const text = await readFile(deps, page, signal)
  if (text === undefined) return undefined
  const names = new Set([...text.matchAll(include)].map(([, name = '']) => name))
  const bodies = new Map<string, string>()
  for (const name of names) {
    // Stops parts that include themselves, which would never end.
    const isOpen = name === page || above.includes(name) || above.length >= includeDepthMax
    bodies.set(name, isOpen ? '' : ((await readWhole(deps, name, signal, [...above, page])) ?? ''))
  }
  return text.replace(include, (_, name: string) => (bodies.get(name) ?? '').trim())
}

async function readFile(
  { fetch, helpBaseUrl, language }: HelpSourceDeps,
  page: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  for (const tongue of new Set([language, defaultLanguage])) {
    const answer = await fetch(`${helpBaseUrl}/help/${tongue}/${page}.md`, { signal, credentials: 'same-origin' })
    // An HTML response is the app's own page, which the server returns for a missing file.
    const isPage = answer.headers.get('content-type')?.includes('text/html') ?? false
    if (answer.ok && !isPage) return answer.text()
    if (!answer.ok && answer.status !== 404 && answer.status !== 403) {
      throw new Error(`The help page could not be read (${answer.status}).`)
    }
  }
  return undefined
}
