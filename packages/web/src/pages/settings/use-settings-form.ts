/** Form state of a settings page: an entity form that reloads the settings before saving. */

import { useQueryClient } from '@tanstack/react-query'
import { type EntityFormState, useEntityForm } from '../../entities/use-entity-form.tsx'
import type { FieldErrors } from '../../entities/use-field-errors.ts'
import { useText } from '../../locale/use-text.tsx'
import { settingsRoom } from './settings-calls.ts'

export interface SettingsFormDeps<Draft extends object, S, F extends FieldErrors<Draft>> {
  /** Name of the settings, as in `useSettings`. */
  readonly name: string
  readonly settings: S
  readonly load: () => Promise<S>
  readonly draftOf: (settings: S) => Draft
  readonly fieldErrorsOf: (draft: Draft) => F
  readonly save: (draft: Draft) => Promise<unknown>
}

export function useSettingsForm<Draft extends object, S, F extends FieldErrors<Draft> = FieldErrors<Draft>>(
  deps: SettingsFormDeps<Draft, S, F>,
): EntityFormState<Draft, F> {
  const { name, settings, load, draftOf, fieldErrorsOf, save } = deps
  const t = useText()
  const queries = useQueryClient()
  const queryKey = [settingsRoom, name]
  return useEntityForm<Draft, F>({
    stored: draftOf(settings),
    fieldErrorsOf,
    // Reloaded, because another user may have saved changes.
    reload: async () => draftOf(await queries.fetchQuery({ queryKey, queryFn: load, staleTime: 0 })),
    async save(draft) {
      await save(draft)
      await queries.invalidateQueries({ queryKey })
    },
    saved: t('settings.saved'),
  })
}
