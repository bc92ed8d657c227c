/** Trash: recently deleted entities, which tenant administrators restore or delete permanently. */

import './trash.css'
import { createTrashCalls } from '@sonde/client/trash/trash-calls'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import type { Restoration, TakenPart, TrashItem } from '@sonde/model/trash/trash'
import { type TrashedType, trashedTypes } from '@sonde/model/trash/trashed-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine, RotateCcw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { TabTable } from '../../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { trashRoom, useUndo } from '../../trash/use-undo.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction, EntityFilterChip } from '../../ui/entity-table/entity-description.ts'
import { FilterChip } from '../../ui/entity-table/filter-chip.tsx'
import { failureText } from '../../ui/states/failure-text.ts'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { RestoreDialog, takenOf } from './restore-dialog.tsx'
import { kindParam, trashTable } from './trash-table.tsx'

/** Minimum number of items for which the user must type the number to confirm. */
const typedFrom = 11
/** Placeholder for the number of days while loading, to reserve the text's space. */
const usualDays = 30

/** Entity types that can be in the trash of the system or of a tenant. */
const kindsOf = (isSystem: boolean): readonly TrashedType[] =>
  trashedTypes.filter((type) => {
    const { ofSystem } = entityKinds[type]
    return isSystem ? ofSystem !== undefined : ofSystem !== 'only'
  })

export function TrashPage() {
  const t = useText()
  const { rest } = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const onPhone = useWidth(isPhone)
  const undo = useUndo()
  const isSystem = useAccount()?.auth.authority === 'SYS_ADMIN'
  const { data: days } = useQuery({ queryKey: [trashRoom, 'days'], queryFn: undo.days })
  const trash = useMemo(() => createTrashCalls(rest), [rest])
  /** Item in the restore dialog; `taken`: property that another entity uses, if known. */
  const [request, setRequested] = useState<{ readonly item: TrashItem; readonly taken: TakenPart | null } | null>(null)
  const [doomed, setDoomed] = useState<TrashItem | null>(null)
  const [isEmptying, setEmptying] = useState(false)

  const description = useMemo(() => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const actions: readonly EntityAction<TrashItem>[] = [
      {
        id: 'restore',
        label: 'trash.restore',
        icon: <RotateCcw {...icon} />,
        run: (item) => void restoreAtOnce(item),
      },
      {
        id: 'restoreAs',
        label: 'trash.restoreAs',
        icon: <PenLine {...icon} />,
        run: (item) => setRequested({ item, taken: null }),
      },
      {
        id: 'delete',
        label: 'trash.delete',
        icon: <Trash2 {...icon} />,
        isDanger: true,
        startsGroup: true,
        run: setDoomed,
      },
    ]
    async function restoreAtOnce(item: TrashItem) {
      try {
        await trash.restore(item.id.id, {}, { ignoreErrors: true })
        await back(item.name)
      } catch (error) {
        const taken = takenOf(error)
        if (taken) setRequested({ item, taken })
        else toasts.show({ kind: 'error', text: failureText(error) })
      }
    }
    async function back(name: string) {
      toasts.show({ kind: 'success', text: t('trash.restored', { count: 1, name }) })
      await queries.invalidateQueries()
    }
    return { ...trashTable(trash, actions), back }
  }, [trash, toasts, queries, t])
  const kindChip = useMemo((): EntityFilterChip => {
    const options = kindsOf(isSystem).map((value) => ({ value, label: t(`entityTypes.${value}`) }))
    return {
      param: kindParam,
      label: 'trash.kind',
      load: async (text) => options.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
      loadOne: async (value) => options.find((option) => option.value === value) ?? { value, label: value },
    }
  }, [t, isSystem])
  const table = useTabTable<TrashItem>(description)
  const shown = request?.item ?? table.openRow

  function close() {
    setRequested(null)
    if (table.query.open !== null) table.close()
  }

  async function restore(item: TrashItem, restoration: Restoration) {
    const restored = await trash.restore(item.id.id, restoration, { ignoreErrors: true })
    close()
    await description.back(restored.name)
    return restored
  }

  async function remove(item: TrashItem) {
    try {
      await trash.delete(item.id.id)
      toasts.show({ kind: 'success', text: t('trash.deleted', { name: item.name }) })
    } finally {
      // The call shows the error as a toast.
      setDoomed(null)
      table.selection.remove([item])
      await table.refresh()
    }
  }

  async function empty() {
    try {
      const { deleted } = await trash.empty()
      toasts.show({ kind: 'success', text: t('trash.deletedMany', { count: deleted }) })
    } finally {
      setEmptying(false)
      table.selection.clear()
      await table.refresh()
    }
  }

  const isFiltered = table.filterCount > 0 || table.query.textSearch !== ''
  return (
    <div className="sd-page sd-entity-page" data-phone={onPhone || undefined}>
      {onPhone ? (
        <h1 className="sd-hidden-text">{t('trash.title')}</h1>
      ) : (
        <div className="sd-page-head">
          <h1>{t('trash.title')}</h1>
          <span className="sd-spacer" />
        </div>
      )}
      {/* Reserves its space while the days load, so that the layout doesn't shift. */}
      <p className="sd-trash-intro" data-waiting={days === undefined || undefined} aria-hidden={days === undefined}>
        {days === 0 ? t('trash.off') : t(isSystem ? 'trash.system' : 'trash.intro', { days: days ?? usualDays })}
      </p>
      <section className="sd-card sd-table-card" aria-label={t('trash.title')}>
        <TabTable
          table={table}
          isPage
          filters={
            <FilterChip
              tableName={trashRoom}
              chip={kindChip}
              value={table.filters[kindParam]}
              onChange={(kind) => table.setFilters({ [kindParam]: kind })}
            />
          }
          tools={
            table.total > 0 &&
            !isFiltered && (
              <Button
                size="sm"
                icon={<Trash2 size={16} strokeWidth={2} aria-hidden />}
                onClick={() => setEmptying(true)}
              >
                {t('trash.empty')}
              </Button>
            )
          }
        />
      </section>
      {shown && !doomed && (
        <RestoreDialog
          key={shown.id.id}
          item={shown}
          taken={request?.taken ?? null}
          restore={(restoration) => restore(shown, restoration)}
          onDelete={() => {
            close()
            setDoomed(shown)
          }}
          onClose={close}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={t('trash.deleteTitle', { name: doomed.name })}
          action={t('trash.delete')}
          isDanger
          onCancel={() => setDoomed(null)}
          onConfirm={() => remove(doomed).catch(() => {})}
        >
          {t('trash.deleteText')}
        </ConfirmDialog>
      )}
      {isEmptying && (
        <ConfirmDialog
          title={t('trash.emptyConfirm')}
          action={t('trash.empty')}
          isDanger
          typed={table.total >= typedFrom ? String(table.total) : undefined}
          onCancel={() => setEmptying(false)}
          onConfirm={() => empty().catch(() => {})}
        >
          {t('trash.emptyConfirmText', { count: table.total })}
        </ConfirmDialog>
      )}
    </div>
  )
}
