/** A help page's Markdown, asked for when it is shown and kept as long as the page is open. */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { readHelpPage } from './help-source.ts'

/** Where the pages are when nobody says (seed 1, section 2). */
const helpBaseDefault = '/assets'

/** Null: there is no such page in any language. */
export function useHelpText(page: string): UseQueryResult<string | null> {
  const client = useClient()
  const queries = useQueryClient()
  const { tag } = useLocale()
  const isSignedIn = useAccount() !== null
  return useQuery({
    queryKey: ['help', isSignedIn, tag, page],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      // Only who is signed in may ask.
      const helpBaseUrl = isSignedIn
        ? await queries.ensureQueryData({
            queryKey: ['help', 'base'],
            staleTime: Number.POSITIVE_INFINITY,
            queryFn: () => client.system.helpBaseUrl().catch(() => helpBaseDefault),
          })
        : helpBaseDefault
      const parts = { fetch: globalThis.fetch, helpBaseUrl, siteBaseUrl: location.origin, language: tag }
      return (await readHelpPage(parts, page, signal)) ?? null
    },
  })
}
