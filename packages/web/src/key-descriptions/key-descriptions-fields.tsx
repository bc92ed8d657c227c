/** Rows of keys with display name, unit, decimals and range. Suggests keys that devices have sent. */

import './key-descriptions.css'
import { createDeviceProfileManagementCalls } from '@sonde/client/device-profiles/device-profile-management-calls'
import { describedKeysMax } from '@sonde/model/key-descriptions/described-keys'
import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Plus, Ruler, X } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { LabeledGroup } from '../ui/field/field-group.tsx'
import { PlacedText, Places, useFieldPath, withItem, withoutItem } from '../ui/field/field-places.tsx'
import { EmptyState } from '../ui/states/states.tsx'
import { emptyKey, type KeyDraft, type KeysDraft, keyErrors } from './key-description-input.ts'
import { commonUnits, matching, optionOf } from './key-options.ts'

interface KeyDescriptionsFieldsProps {
  readonly fields: {
    readonly draft: KeysDraft
    readonly change: (part: Partial<KeysDraft>) => void
    readonly fieldErrors: { readonly keys?: string }
  }
  /** Profile whose devices' keys are suggested; absent: keys of all devices. */
  readonly profileId?: string
  /** Descriptions that apply where a field is empty. */
  readonly inherited?: KeyLookup
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />
/** Maximum number of keys suggested at once. */
const suggestedMax = 12
export function KeyDescriptionsFields({ fields, profileId, inherited }: KeyDescriptionsFieldsProps) {
  const { draft, change, fieldErrors } = fields
  const t = useText()
  const { keys } = draft
  const placeErrors = useMemo(() => keyErrors(keys, t), [keys, t])
  const sent = useSentKeys(profileId)
  const taken = new Set(keys.map(({ name }) => name.trim()))
  const free = sent.filter((key) => !taken.has(key))
  const set = (next: readonly KeyDraft[]) => change({ keys: next })
  const add = (name?: string) => set([...keys, emptyKey(name)])
  const suggestions = free.length > 0 && keys.length < describedKeysMax && (
    <LabeledGroup className="sd-described-free" label={t('keyDescriptions.suggestions')}>
      <span className="sd-xs sd-text-3">{t('keyDescriptions.suggestions')}</span>
      {free.slice(0, suggestedMax).map((key) => (
        <Button key={key} size="sm" icon={plus} title={key} onClick={() => add(key)}>
          <span className="sd-mono sd-ellipsis">{key}</span>
        </Button>
      ))}
      {free.length > suggestedMax && (
        <span className="sd-xs sd-text-3">{t('keyDescriptions.moreKeys', { count: free.length - suggestedMax })}</span>
      )}
    </LabeledGroup>
  )
  if (keys.length === 0) {
    return (
      <div className="sd-described-none">
        <EmptyState
          icon={<Ruler size={24} strokeWidth={1.75} aria-hidden />}
          title={t('keyDescriptions.emptyTitle')}
          text={t(profileId ? 'keyDescriptions.emptyProfile' : 'keyDescriptions.emptyText')}
        >
          <Button icon={plus} onClick={() => add()}>
            {t('keyDescriptions.add')}
          </Button>
        </EmptyState>
        {suggestions}
      </div>
    )
  }
  return (
    <Places fieldErrors={placeErrors} showsAll={Boolean(fieldErrors.keys)}>
      <div className="sd-described">
        <div className="sd-described-head" aria-hidden>
          <span>{t('keyDescriptions.key')}</span>
          <span>{t('keyDescriptions.name')}</span>
          <span>{t('keyDescriptions.unit')}</span>
          <span>{t('keyDescriptions.decimals')}</span>
          <span>{t('keyDescriptions.min')}</span>
          <span>{t('keyDescriptions.max')}</span>
        </div>
        {keys.map((row, at) => (
          <KeyRow
            key={row.key}
            row={row}
            free={free}
            inherited={inherited}
            onChange={(next) => set(withItem(keys, next))}
            onMoveUp={at === 0 ? undefined : () => set(keys.with(at - 1, row).with(at, keys[at - 1] ?? row))}
            onRemove={() => set(withoutItem(keys, row.key))}
          />
        ))}
        <Button icon={plus} disabled={keys.length >= describedKeysMax} onClick={() => add()}>
          {t('keyDescriptions.add')}
        </Button>
        {suggestions}
      </div>
    </Places>
  )
}

interface KeyRowProps {
  readonly row: KeyDraft
  readonly free: readonly string[]
  readonly inherited: KeyLookup | undefined
  readonly onChange: (row: KeyDraft) => void
  /** Undefined for the first row. */
  readonly onMoveUp: (() => void) | undefined
  readonly onRemove: () => void
}

function KeyRow({ row, free, inherited, onChange, onMoveUp, onRemove }: KeyRowProps) {
  const t = useText()
  const { key, name } = row
  const keyPlace = useFieldPath(`${key}.name`)
  const unitPlace = useFieldPath(`${key}.unit`)
  const known = inherited?.(name.trim())
  const title = name.trim() || t('keyDescriptions.newKey')
  const set = (part: Partial<KeyDraft>) => onChange({ ...row, ...part })
  const field = (
    at: 'label' | 'decimals' | 'min' | 'max',
    label: string,
    placeholder: string | number | undefined,
    inputMode?: 'numeric',
  ) => (
    <PlacedText
      at={`${key}.${at}`}
      label={label}
      placeholder={placeholder === undefined ? undefined : String(placeholder)}
      inputMode={inputMode}
      value={row[at]}
      onChange={(next) => set({ [at]: next })}
    />
  )
  return (
    <LabeledGroup className="sd-described-row" label={title}>
      <ComboField
        label={t('keyDescriptions.key')}
        source={['keyDescriptions', 'free', free]}
        load={async (text) => matching(free, text)}
        ofText={optionOf}
        value={name === '' ? null : optionOf(name)}
        onChange={(chosen) => set({ name: chosen?.value ?? '' })}
        error={keyPlace.error}
        onBlur={keyPlace.onBlur}
      />
      {field('label', t('keyDescriptions.name'), known?.name)}
      <ComboField
        label={t('keyDescriptions.unit')}
        source={['keyDescriptions', 'units']}
        load={async (text) => matching(commonUnits, text)}
        ofText={optionOf}
        placeholder={known?.unit}
        value={row.unit === '' ? null : optionOf(row.unit)}
        isOptional
        onChange={(chosen) => set({ unit: chosen?.value ?? '' })}
        error={unitPlace.error}
        onBlur={unitPlace.onBlur}
      />
      {field('decimals', t('keyDescriptions.decimals'), known?.decimals, 'numeric')}
      {field('min', t('keyDescriptions.min'), known?.min)}
      {field('max', t('keyDescriptions.max'), known?.max)}
      <span className="sd-described-tools">
        <IconButton
          size="sm"
          label={t('keyDescriptions.moveUp', { key: title })}
          icon={<ArrowUp size={16} strokeWidth={2} />}
          disabled={!onMoveUp}
          onClick={onMoveUp}
        />
        <IconButton
          size="sm"
          label={t('keyDescriptions.remove', { key: title })}
          icon={<X size={16} strokeWidth={2} />}
          onClick={onRemove}
        />
      </span>
    </LabeledGroup>
  )
}

/** Telemetry and attribute keys of devices, sorted; empty while loading. */
function useSentKeys(profileId: string | undefined): readonly string[] {
  const { rest } = useClient()
  const calls = useMemo(() => createDeviceProfileManagementCalls(rest), [rest])
  const { data = [] } = useQuery({
    queryKey: ['keyDescriptions', 'sent', profileId ?? null],
    queryFn: async ({ signal }) => {
      const options = { signal, ignoreErrors: true, ignoreLoading: true }
      const found = await Promise.all([
        calls.timeseriesKeys(profileId, options),
        calls.attributeKeys(profileId, options),
      ])
      return [...new Set(found.flat())].sort((a, b) => a.localeCompare(b))
    },
    staleTime: 60_000,
  })
  return data
}
