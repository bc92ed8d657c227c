/** Queries and calls of the OAuth 2.0 page. */

import { createOAuth2Calls, type OAuth2Calls } from '@sonde/client/oauth2/oauth2-calls'
import type { OAuth2Info, OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../../session/use-session.tsx'
import { settingsRoom } from '../settings-calls.ts'

export const quiet = { ignoreErrors: true } as const

export function useOAuth2Calls(): OAuth2Calls {
  const { rest } = useClient()
  return useMemo(() => createOAuth2Calls(rest), [rest])
}

export const templatesKey = [settingsRoom, 'oauth2Templates'] as const

/** Templates for new providers; undefined while loading. */
export function useTemplates() {
  const calls = useOAuth2Calls()
  return useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }): Promise<readonly OAuth2Template[]> => calls.templates({ ...quiet, signal }),
  })
}

export interface StoredOAuth2 {
  readonly config: OAuth2Info
  /** Paths of the stored secrets. */
  readonly secrets: readonly string[]
  /** Path of the redirect URI. */
  readonly processingUrl: string
}

export async function loadOAuth2(calls: OAuth2Calls, signal?: AbortSignal): Promise<StoredOAuth2> {
  const options = { ...quiet, signal }
  const [config, secrets, processingUrl] = await Promise.all([
    calls.config(options),
    calls.secrets(options),
    calls.loginProcessingUrl(options),
  ])
  return { config, secrets, processingUrl }
}
