/** Names and units of keys for all entities of the tenant. */

import type { KeyDescriptionCalls } from '@sonde/client/key-descriptions/key-description-calls'
import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { useQueryClient } from '@tanstack/react-query'
import { useEntityForm } from '../../entities/use-entity-form.tsx'
import { draftOfKeys, type KeysDraft, keysErrors, wireOfKeys } from '../../key-descriptions/key-description-input.ts'
import { KeyDescriptionsFields } from '../../key-descriptions/key-descriptions-fields.tsx'
import { keyDescriptionsKey, useKeyDescriptions } from '../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../locale/use-text.tsx'
import { SettingsForm, SettingsPage } from './settings-page.tsx'

const quiet = { ignoreErrors: true } as const

export function KeyDescriptionsPage() {
  const t = useText()
  const { calls, ...query } = useKeyDescriptions()
  return (
    <SettingsPage
      title={t('settings.keyDescriptions')}
      text={t('settings.keyDescriptionsText')}
      failed={t('settings.keyDescriptionsFailed')}
      query={query}
      isWide
    >
      {(stored) => <KeyDescriptionsForm stored={stored} calls={calls} />}
    </SettingsPage>
  )
}

function KeyDescriptionsForm({ stored, calls }: { stored: KeyDescriptions; calls: KeyDescriptionCalls }) {
  const t = useText()
  const queries = useQueryClient()
  const queryKey = keyDescriptionsKey
  const form = useEntityForm<KeysDraft, { readonly keys?: string }>({
    stored: draftOfKeys(stored.keys),
    fieldErrorsOf: (draft) => keysErrors(draft, t),
    reload: async () =>
      draftOfKeys((await queries.fetchQuery({ queryKey, queryFn: () => calls.all(quiet), staleTime: 0 })).keys),
    async save(draft) {
      await calls.saveForAll(wireOfKeys(draft), quiet)
      await queries.invalidateQueries({ queryKey, exact: true })
    },
    saved: t('settings.saved'),
  })
  return (
    <SettingsForm form={form}>
      <KeyDescriptionsFields fields={form} />
    </SettingsForm>
  )
}
