/** Tab with names and units of keys for the profile's devices; they override those for all entities. */

import type { KeyDescriptionCalls } from '@sonde/client/key-descriptions/key-description-calls'
import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { keyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { draftOfKeys, type KeysDraft, keysErrors, wireOfKeys } from '../../key-descriptions/key-description-input.ts'
import { KeyDescriptionsFields } from '../../key-descriptions/key-descriptions-fields.tsx'
import { keyDescriptionsKey, useKeyDescriptions } from '../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../locale/use-text.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'

const quiet = { ignoreErrors: true } as const

const keysOf = ({ profiles }: KeyDescriptions, profileId: string) =>
  profiles.find(({ deviceProfileId }) => deviceProfileId === profileId)?.keys ?? []

export default function ProfileKeysTab({ profileId }: { profileId: string }) {
  const t = useText()
  const { calls, data, error, refetch } = useKeyDescriptions()
  if (data) return <ProfileKeysForm key={profileId} profileId={profileId} stored={data} calls={calls} />
  if (error) {
    return <ErrorState title={t('settings.keyDescriptionsFailed')} error={error} onRetry={() => void refetch()} />
  }
  return (
    <div className="sd-tab-body">
      <Skeleton width="30%" />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  )
}

interface ProfileKeysFormProps {
  readonly profileId: string
  readonly stored: KeyDescriptions
  readonly calls: KeyDescriptionCalls
}

function ProfileKeysForm({ profileId, stored, calls }: ProfileKeysFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const queryKey = keyDescriptionsKey
  const inherited = useMemo(() => keyLookup({ keys: stored.keys, profiles: [] }), [stored])
  const form = useEntityForm<KeysDraft, { readonly keys?: string }>({
    stored: draftOfKeys(keysOf(stored, profileId)),
    fieldErrorsOf: (draft) => keysErrors(draft, t),
    reload: async () => {
      const now = await queries.fetchQuery({ queryKey, queryFn: () => calls.all(quiet), staleTime: 0 })
      return draftOfKeys(keysOf(now, profileId))
    },
    async save(draft) {
      await calls.saveForProfile(profileId, wireOfKeys(draft), quiet)
      await queries.invalidateQueries({ queryKey, exact: true })
    },
    saved: t('deviceProfiles.saved'),
  })
  return (
    <EntityForm form={form}>
      <p className="sd-xs sd-text-3">{t('keyDescriptions.profileText')}</p>
      <KeyDescriptionsFields fields={form} profileId={profileId} inherited={inherited} />
    </EntityForm>
  )
}
