/**
 * Note for each chosen customer of a dashboard: which devices on it the customer can't see, with a button that assigns
 * them. Devices of other customers stay with them.
 */

import './dashboard-list.css'
import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { CallOptions } from '@sonde/client/rest/rest'
import type { Device } from '@sonde/model/devices/device'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info, Undo2, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type BulkProgress, runBulk } from '../../bulk/run-bulk.ts'
import type { PickedEntity } from '../../entities/entity-picker.tsx'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/field/form-error.tsx'
import { FormNote } from '../../ui/field/form-note.tsx'
import { devicesMax, findHiddenDevices } from './dashboard-devices.ts'

/** Maximum customers that are checked. */
const customersMax = 5
/** Maximum devices listed by name. */
const namesMax = 3
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

interface HiddenDevicesProps {
  readonly dashboardId: string
  readonly customers: readonly PickedEntity[]
}

export default function HiddenDevicesNotes({ dashboardId, customers }: HiddenDevicesProps) {
  const t = useText()
  return (
    <>
      {customers.slice(0, customersMax).map((customer) => (
        <HiddenDevicesNote key={customer.id.id} dashboardId={dashboardId} customer={customer} />
      ))}
      {customers.length > customersMax && (
        <p className="sd-xs sd-text-3">{t('dashboards.hiddenCustomers', { count: customersMax })}</p>
      )}
    </>
  )
}

interface NoteProps {
  readonly dashboardId: string
  readonly customer: PickedEntity
}

function HiddenDevicesNote({ dashboardId, customer: { id: customerId, name } }: NoteProps) {
  const t = useText()
  const { rest, dashboards, entityQuery, devices } = useClient()
  const fleet = useMemo(() => createDeviceFleetCalls(rest), [rest])
  const tenantId = useAccount()?.auth.tenantId ?? ''
  const queries = useQueryClient()
  const [work, setWork] = useState<BulkProgress | null>(null)
  // Undo is part of the note: toasts can't be reached behind a dialog.
  const [assigned, setAssigned] = useState<readonly Device[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const { data, isError } = useQuery({
    // Changes of devices invalidate it.
    queryKey: ['devices', 'hiddenFrom', dashboardId, customerId.id],
    async queryFn({ signal }) {
      const options = { ...quiet, signal }
      return findHiddenDevices(
        await dashboards.get(dashboardId, options),
        { tenantId, customerId: customerId.id },
        { find: (query) => entityQuery.find(query, options), byIds: (ids) => fleet.byIds(ids, options) },
      )
    },
  })

  async function run(rows: readonly Device[], change: (id: string, how: CallOptions) => Promise<unknown>) {
    const result = await runBulk(rows, ({ id }, how) => change(id.id, how), { onProgress: setWork })
    setWork(null)
    const [failed] = result.failures
    setFailure(
      failed ? t('dashboards.hiddenNotAssigned', { count: result.failures.length, why: failed.message }) : null,
    )
    await invalidateEntities(queries, 'devices')
    return result.done
  }

  async function assign(rows: readonly Device[]) {
    const done = await run(rows, (id, how) => devices.assignToCustomer(id, customerId.id, how))
    setAssigned([...assigned, ...done])
  }

  async function undo() {
    const done = await run(assigned, (id, how) => devices.unassignFromCustomer(id, how))
    setAssigned(assigned.filter((device) => !done.includes(device)))
  }

  if (isError) return <FormNote text={t('dashboards.hiddenFailed', { customer: name })} />
  const hidden = data ? [...data.free, ...data.taken] : []
  if (!data || (hidden.length === 0 && assigned.length === 0)) return null
  const { total, free, taken, isPartial } = data
  const names = hidden.slice(0, namesMax).map((device) => device.name)
  const more = hidden.length - names.length
  return (
    <div className="sd-form-note">
      <Info size={18} strokeWidth={1.75} aria-hidden />
      <div className="sd-hidden-devices">
        <FormError text={failure} />
        {assigned.length > 0 && (
          <div role="status">{t('assignment.assignedMany', { kind: 'DEVICE', count: assigned.length })}</div>
        )}
        {hidden.length > 0 && (
          <>
            <div role="status">{t('dashboards.hiddenDevices', { hidden: hidden.length, total, customer: name })}</div>
            <div>
              {more > 0 ? t('dashboards.hiddenMore', { names: names.join(', '), count: more }) : names.join(', ')}
            </div>
          </>
        )}
        {taken.length > 0 && <div>{t('dashboards.hiddenTaken', { count: taken.length })}</div>}
        {isPartial && <div>{t('dashboards.hiddenPartial', { count: devicesMax })}</div>}
        {work ? (
          <div role="status">{t('ui.bulkProgress', { ...work })}</div>
        ) : (
          <div className="sd-hidden-devices-actions">
            {free.length > 0 && (
              <Button
                size="sm"
                icon={<UserPlus size={16} strokeWidth={2} aria-hidden />}
                onClick={() => void assign(free)}
              >
                {t('dashboards.hiddenAssign', { count: free.length, customer: name })}
              </Button>
            )}
            {assigned.length > 0 && (
              <Button size="sm" icon={<Undo2 size={16} strokeWidth={2} aria-hidden />} onClick={() => void undo()}>
                {t('ui.undo')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
