/**
 * Preview: shows which lines would create an entity and which would update one of the same name. Nothing is sent yet.
 */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { type ImportKind, isKeyed, sentColumns } from './import-columns.ts'
import { firstRowOf, type ImportPlan, startOf } from './import-run.ts'
import { VirtualRows } from './virtual-rows.tsx'

/** Ms without scrolling until names are looked up on the server. */
const settleMs = 150
const nameLengthMax = 255

export function PreviewStep({ kind, plan }: { readonly kind: ImportKind; readonly plan: ImportPlan }) {
  const t = useText()
  const { file, columns } = plan
  const first = firstRowOf(plan)
  const { total } = startOf(plan)
  const sent = useMemo(() => sentColumns(columns), [columns])
  const nameAt = sent.find(({ type }) => type === 'NAME')?.at ?? 0
  const nameOf = (row: number) => (file.cellsOf(first + row)[nameAt] ?? '').trim()

  const [sight, setSight] = useState({ first: 0, last: 0 })
  const names = useSettled(
    useMemo(
      () =>
        Array.from({ length: Math.max(0, Math.min(total - 1, sight.last) - sight.first + 1) }, (_, at) =>
          (file.cellsOf(first + sight.first + at)[nameAt] ?? '').trim(),
        ).filter((name) => name !== '' && name.length <= nameLengthMax),
      [file, first, nameAt, sight, total],
    ),
  )
  const known = useKnownNames(kind, names)

  function outcome(name: string) {
    if (name === '') return t('bulkImport.nameMissing')
    if (name.length > nameLengthMax) return t('bulkImport.nameTooLong')
    if (!known || !names.includes(name)) return t('ui.none')
    return t(known.has(name) ? 'bulkImport.changes' : 'bulkImport.makes')
  }

  return (
    <>
      <p className="sd-text-2">{t('bulkImport.previewText', { count: total })}</p>
      <VirtualRows
        label={t('bulkImport.preview')}
        count={total}
        onSight={(from, to) =>
          setSight((now) => (now.first === from && now.last === to ? now : { first: from, last: to }))
        }
        head={
          <thead>
            <tr>
              <th>{t('bulkImport.line')}</th>
              <th>{t('bulkImport.outcome')}</th>
              {sent.map(({ at, type, key }) => (
                <th key={at} title={t(`bulkImport.${type}`)}>
                  {isKeyed(type) ? key.trim() : t(`bulkImport.${type}`)}
                </th>
              ))}
            </tr>
          </thead>
        }
        renderRow={(row) => {
          const cells = file.cellsOf(first + row)
          const name = nameOf(row)
          return (
            <>
              <td className="sd-num sd-text-3">{file.lineOf(first + row)}</td>
              <td data-fault={name === '' || name.length > nameLengthMax || undefined}>{outcome(name)}</td>
              {sent.map(({ at }) => (
                <td key={at} title={cells[at]}>
                  {cells[at]}
                </td>
              ))}
            </>
          )
        }}
      />
    </>
  )
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Which of the names exist already; undefined while loading. */
function useKnownNames(entityType: ImportKind, names: readonly string[]): ReadonlySet<string> | undefined {
  const { entityQuery } = useClient()
  const { data } = useQuery({
    queryKey: ['bulkImport', 'known', entityType, names],
    enabled: names.length > 0,
    async queryFn({ signal }) {
      const name = { type: 'ENTITY_FIELD', key: 'name' } as const
      const page = await entityQuery.find(
        {
          entityFilter: { type: 'entityType', entityType },
          entityFields: [name],
          latestValues: [],
          keyFilters: [
            {
              key: name,
              valueType: 'STRING',
              predicate: {
                type: 'COMPLEX',
                operation: 'OR',
                predicates: names.map((value) => ({
                  type: 'STRING',
                  operation: 'EQUAL',
                  ignoreCase: false,
                  value: { defaultValue: value },
                })),
              },
            },
          ],
          pageLink: { page: 0, pageSize: names.length },
        },
        { signal, ignoreErrors: true, ignoreLoading: true },
      )
      return page.data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value ?? '')
    },
  })
  return useMemo(() => data && new Set(data), [data])
}
