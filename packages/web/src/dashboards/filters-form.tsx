/** Form for the values of a dashboard's filters: one input per editable condition. Widgets change on Update. */

import './filters-form.css'
import type { DashboardFilter } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type FilterChoice,
  type FilterChoices,
  type FilterInput,
  filterInputs,
  filterSentence,
} from '@sonde/model/dashboards/user-filters'
import { dynamicSourceNames } from '@sonde/model/entity-query/predicate-operations'
import { type FormEvent, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { DateTimeField } from '../ui/date-time/date-time-field.tsx'
import { focusFirstError } from '../ui/field/focus-first-error.ts'
import { Select, TextField } from '../ui/field/text-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { useDashboard } from './dashboard-context.tsx'
import { booleanText, operationText, sentenceText } from './filter-sentence.ts'

/** What is in an input: text may be an unfinished number. */
interface Draft {
  readonly source: (typeof dynamicSourceNames)[number] | 'LITERAL'
  readonly text: string
  readonly attribute: string
}

type Drafts = Readonly<Record<string, Draft>>

export function FiltersForm({ filters, onClose }: { filters: readonly DashboardFilter[]; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const store = useDashboard().filters
  const isVisitor = useAccount()?.auth.isPublic === true
  const rows = filters.map((filter) => ({ filter, inputs: filterInputs(filter) }))
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(rows, store.choicesOf))
  const [isChecked, setChecked] = useState(false)
  const initial = draftsOf(rows, () => ({}))
  const isInitial = rows.every(({ filter, inputs }) =>
    inputs.every((input) => isSame(drafts[idOf(filter, input)], initial[idOf(filter, input)])),
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setChecked(true)
    const chosen: Record<string, FilterChoices> = {}
    for (const { filter, inputs } of rows) {
      const choices: Record<string, FilterChoice> = {}
      for (const input of inputs) {
        const id = idOf(filter, input)
        const draft = drafts[id]
        if (!draft || isSame(draft, initial[id])) continue
        const choice = choiceOf(draft, input)
        if (choice === null) return requestAnimationFrame(() => focusFirstError(form))
        choices[input.id] = choice
      }
      chosen[filter.id] = choices
    }
    store.choose(chosen)
    onClose()
  }

  return (
    <form className="db-filters" noValidate onSubmit={submit}>
      <div className="db-filters-rows">
        {rows.map(({ filter, inputs }) => (
          <fieldset key={filter.id}>
            <legend>{filter.filter}</legend>
            <p>{sentenceText(filterSentence(store.get()[filter.id] ?? filter), t, format)}</p>
            {inputs.map((input) => {
              const id = idOf(filter, input)
              const draft = drafts[id]
              return (
                draft && (
                  <FilterField
                    key={id}
                    input={input}
                    draft={draft}
                    isChecked={isChecked}
                    hasSources={!isVisitor}
                    onChange={(next) => setDrafts({ ...drafts, [id]: next })}
                  />
                )
              )
            })}
          </fieldset>
        ))}
      </div>
      <footer>
        <Button kind="plain" disabled={isInitial} onClick={() => setDrafts(initial)}>
          {t('dashboards.filterReset')}
        </Button>
        <span className="sd-spacer" />
        <Button kind="plain" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button kind="filled" type="submit">
          {t('dashboards.filterUpdate')}
        </Button>
      </footer>
    </form>
  )
}

interface FilterFieldProps {
  readonly input: FilterInput
  readonly draft: Draft
  /** Shows what is wrong with the value. */
  readonly isChecked: boolean
  /** Offers attributes as sources of the value. */
  readonly hasSources: boolean
  readonly onChange: (draft: Draft) => void
}

function FilterField({ input, draft, isChecked, hasSources, onChange }: FilterFieldProps) {
  const t = useText()
  const { valueType, operation, key } = input
  const label = input.label ?? `${key} ${operationText(operation, t)}`
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  if (valueType === 'BOOLEAN') {
    return (
      <Select
        label={label}
        value={draft.text}
        options={['true', 'false'].map((value) => ({ value, label: booleanText(value === 'true', t) }))}
        onChange={(text) => set({ text })}
      />
    )
  }
  const isLiteral = draft.source === 'LITERAL'
  const isWrong = isChecked && choiceOf(draft, input) === null
  const source = hasSources && (valueType === 'STRING' || valueType === 'NUMERIC') && (
    <div className="sd-input sd-select db-filter-source">
      <select
        aria-label={t('dashboards.filterSource', { label })}
        value={draft.source}
        onChange={(event) => set({ source: event.target.value as Draft['source'] })}
      >
        {(['LITERAL', ...dynamicSourceNames] as const).map((value) => (
          <option key={value} value={value}>
            {t(`dashboards.filterSource_${value}`)}
          </option>
        ))}
      </select>
    </div>
  )
  if (!isLiteral) {
    return (
      <TextField
        label={label}
        aside={source}
        value={draft.attribute}
        error={isWrong ? t('dashboards.filterAttribute') : undefined}
        isMono
        onChange={(attribute) => set({ attribute })}
      />
    )
  }
  if (valueType === 'DATE_TIME') {
    const ms = draft.text === '' ? null : Number(draft.text)
    return (
      <DateTimeField
        label={label}
        value={ms}
        isTouched={isChecked}
        onChange={(next) => set({ text: next === null ? '' : String(next) })}
      />
    )
  }
  return (
    <TextField
      label={label}
      aside={source}
      value={draft.text}
      inputMode={valueType === 'NUMERIC' ? 'decimal' : undefined}
      help={operation === 'IN' || operation === 'NOT_IN' ? t('dashboards.filterListHelp') : undefined}
      error={isWrong ? t('dashboards.filterNumber') : undefined}
      onChange={(text) => set({ text })}
    />
  )
}

const idOf = (filter: DashboardFilter, input: FilterInput): string => `${filter.id} ${input.id}`

function draftsOf(
  rows: readonly { readonly filter: DashboardFilter; readonly inputs: readonly FilterInput[] }[],
  choicesOf: (filterId: string) => FilterChoices,
): Drafts {
  return Object.fromEntries(
    rows.flatMap(({ filter, inputs }) => {
      const choices = choicesOf(filter.id)
      return inputs.map((input) => [idOf(filter, input), draftOf(choices[input.id] ?? input.initial)])
    }),
  )
}

const draftOf = (choice: FilterChoice): Draft =>
  choice.kind === 'literal'
    ? { source: 'LITERAL', text: String(choice.value), attribute: '' }
    : { source: choice.source, text: '', attribute: choice.attribute }

const isSame = (a: Draft | undefined, b: Draft | undefined): boolean =>
  a?.source === b?.source && (a?.source === 'LITERAL' ? a.text === b?.text : a?.attribute === b?.attribute)

/** Null: nothing that the filter can compare with. */
function choiceOf({ source, text, attribute }: Draft, { valueType }: FilterInput): FilterChoice | null {
  if (source !== 'LITERAL') {
    const key = attribute.trim()
    return key === '' ? null : { kind: 'attribute', source, attribute: key }
  }
  if (valueType === 'STRING') return { kind: 'literal', value: text }
  if (valueType === 'BOOLEAN') return { kind: 'literal', value: text === 'true' }
  const number = Number(text.trim().replace('−', '-').replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? null : { kind: 'literal', value: number }
}
