/** Saves the unit or decimals of one key where the setting in effect is stored, with undo. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { type KeySetting, placeOf, type SettingName, type SettingPlace, withSetting } from './key-setting.ts'
import { keyDescriptionsKey, useKeyDescriptions } from './use-key-descriptions.ts'

interface SettingChange {
  readonly name: SettingName
  readonly setting: KeySetting
  /** As the notice names it. */
  readonly shownValue: string
  /** The place of a change that is undone: by then, another one may be in effect. */
  readonly undone?: { readonly profile: SettingPlace['profile']; readonly at: number }
}

const changedTexts: Readonly<Record<SettingName, MessageKey>> = {
  unit: 'keyDescriptions.unitChanged',
  decimals: 'keyDescriptions.decimalsChanged',
}

/** `shownName`: name of the key in the notice. `profile`: name of a device's profile. */
export function useKeySetting(key: string, shownName: string, profile: string | undefined) {
  const t = useText()
  const toasts = useToasts()
  const queries = useQueryClient()
  const { calls } = useKeyDescriptions()
  const { mutate } = useMutation({
    // One after the other: a list is read and stored as a whole.
    scope: { id: 'keyDescriptions' },
    async mutationFn({ name, setting, undone }: SettingChange) {
      // What others have saved by now stays.
      const now = await queries.fetchQuery({ queryKey: keyDescriptionsKey, queryFn: () => calls.all(), staleTime: 0 })
      const inEffect = placeOf(now, profile, key, name)
      const target = undone ? undone.profile : inEffect.profile
      const stored = target
        ? (now.profiles.find(({ deviceProfileId }) => deviceProfileId === target.id)?.keys ?? [])
        : now.keys
      const at = stored.findIndex((one) => one.key === key)
      const before: KeySetting = { [name]: stored[at]?.[name] }
      const keys = withSetting(stored, key, setting, undone?.at)
      await (target ? calls.saveForProfile(target.id, { keys }) : calls.saveForAll({ keys }))
      await queries.invalidateQueries({ queryKey: keyDescriptionsKey, exact: true })
      return { before, profile: target, at: at < 0 ? stored.length : at }
    },
    onSuccess({ before, ...place }, { name, shownValue, undone }) {
      if (undone) return
      toasts.show({
        kind: 'info',
        text: t(changedTexts[name], { key: shownName, value: shownValue }),
        action: { label: t('ui.undo'), onSelect: () => mutate({ name, setting: before, shownValue, undone: place }) },
      })
    },
  })
  return (name: SettingName, setting: KeySetting, shownValue: string) => mutate({ name, setting, shownValue })
}
