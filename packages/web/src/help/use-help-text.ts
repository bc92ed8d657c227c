/** A help page's Markdown, requested when shown and cached while the page is open. */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { readHelpPage } from './help-source.ts'

/** Base URL before sign-in, or when the server's setting can't be loaded. */
const helpBaseDefault = '/assets'

/** Null: the page exists in no language. */
export function useHelpText(page: string): UseQueryResult<string | null> {
  const client = useClient()
  const queries = useQueryClient()
  const { tag } = useLocale()
  const isSignedIn = useAccount() !== null
  return useQuery({
    queryKey: ['help', isSignedIn, tag, page],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      // The setting needs a signed-in user.
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
