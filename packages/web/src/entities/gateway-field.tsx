/**
 * Choice of a gateway: a device marked as gateway. An unknown name is offered as a new gateway.
 *
 * When opened, the field selects the gateway named like the device, else the first.
 */

import type { Device } from '@sonde/model/devices/device'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { Client } from '../session/page-client.ts'
import { useAccount, useClient } from '../session/use-session.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'
import { failureText } from '../ui/states/failure-text.ts'

/** Device type of gateways created here. */
const gatewayType = 'Gateway'
/** Maximum number of devices requested at once; few of them are gateways. */
const pageSize = 1000
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

export interface Gateway {
  readonly id: string
  readonly name: string
}

async function gatewaysOf(client: Client, signal: AbortSignal): Promise<readonly Gateway[]> {
  const gateways: Gateway[] = []
  for (let page = 0; ; page++) {
    const link = { page, pageSize, sortProperty: 'name', sortOrder: 'ASC' } as const
    const { data, hasNext } = await client.devices.list(link, {}, { ...quiet, signal })
    for (const { id, name, additionalInfo } of data) {
      if ((additionalInfo as { gateway?: unknown } | null)?.gateway === true) gateways.push({ id: id.id, name })
    }
    if (!hasNext) return gateways
  }
}

interface GatewayFieldProps extends Pick<ComboFieldProps, 'help' | 'isDisabled'> {
  readonly value: Gateway | null
  readonly onChange: (gateway: Gateway | null) => void
  /** Device name that selects the initial gateway. */
  readonly deviceName?: string
  /** Type of gateways created here. */
  readonly newType?: string
  /** Called when another device has the new gateway's name. */
  readonly onNameTaken?: (name: string) => void
  readonly isTouched?: boolean
}

export function GatewayField({
  value,
  onChange,
  deviceName,
  newType = gatewayType,
  onNameTaken,
  isTouched,
  ...rest
}: GatewayFieldProps) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const isSystem = useAccount()?.auth.authority === 'SYS_ADMIN'
  const [wanted, setWanted] = useState<string | null>(null)
  const [fieldError, setError] = useState<string>()
  const { data } = useQuery({
    queryKey: ['gateways'],
    enabled: !isSystem,
    // Empty when the request fails.
    queryFn: ({ signal }) => gatewaysOf(client, signal).catch((): readonly Gateway[] => []),
  })
  const preselect = useEffectEvent((gateways: readonly Gateway[]) => {
    const first = gateways.find(({ name }) => name === deviceName) ?? gateways[0]
    if (value === null && first) onChange(first)
  })
  useEffect(() => {
    if (data) preselect(data)
  }, [data])

  async function create(name: string) {
    setError(undefined)
    try {
      const taken = await client.devices.byName(name, quiet).catch(() => null)
      if (taken) {
        setError(t('inputs.gatewayTaken', { name }))
        return onNameTaken?.(name)
      }
      const input = { name, label: null, type: newType, additionalInfo: { gateway: true } }
      const made: Device = await client.devices.save(
        input as Parameters<typeof client.devices.save>[0],
        undefined,
        quiet,
      )
      const gateway = { id: made.id.id, name: made.name }
      queries.setQueryData<readonly Gateway[]>(['gateways'], (known = []) => [...known, gateway])
      onChange(gateway)
    } catch (error) {
      setError(failureText(error))
    } finally {
      setWanted(null)
    }
  }

  return (
    <>
      <ComboField
        {...rest}
        label={t('inputs.gateway')}
        error={fieldError ?? (isTouched && value === null ? t('inputs.gatewayRequired') : undefined)}
        source={['gateways', data]}
        load={async (text) =>
          (data ?? [])
            .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
            .map(({ id, name }) => ({ value: id, label: name }))
        }
        ofText={isSystem ? undefined : (text) => ({ value: '', label: text, note: t('inputs.newGateway') })}
        value={value && { value: value.id, label: value.name }}
        onChange={(option) => {
          setError(undefined)
          if (option?.value === '') return setWanted(option.label)
          onChange(option && { id: option.value, name: option.label })
        }}
      />
      {wanted !== null && (
        <ConfirmDialog
          title={t('inputs.createGatewayTitle', { name: wanted })}
          action={t('inputs.createGateway')}
          onCancel={() => setWanted(null)}
          onConfirm={() => create(wanted)}
        >
          {t('inputs.createGatewayText', { type: newType })}
        </ConfirmDialog>
      )}
    </>
  )
}
