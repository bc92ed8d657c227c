/** Fields for the servers that LwM2M devices get during bootstrap. */

import { createLwm2mCalls } from '@sonde/client/lwm2m/lwm2m-calls'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormCard } from '../../../device-profiles/form-card.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText, PlaceNote, useFieldPath, withItem, withoutItem } from '../../../ui/field/field-places.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { CheckField, Select, TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { failureText } from '../../../ui/states/failure-text.ts'
import type { Lwm2mDraft } from './lwm2m-input.ts'
import { bindings, newServer, portOf, type ServerDraft, securityModes, serverSeconds } from './lwm2m-server-input.ts'

const unchanged = () => {}

interface Lwm2mServerFieldsProps {
  readonly lwm2m: Lwm2mDraft
  readonly onChange: (lwm2m: Lwm2mDraft) => void
}

export function Lwm2mServerFields({ lwm2m, onChange }: Lwm2mServerFieldsProps) {
  const t = useText()
  const { rest } = useClient()
  const calls = useMemo(() => createLwm2mCalls(rest), [rest])
  const [failure, setFailure] = useState<string | null>(null)
  const { error } = useFieldPath('bootstrap')
  const { servers } = lwm2m

  async function add(isBootstrap: boolean) {
    setFailure(null)
    try {
      const server = await calls.server(isBootstrap, { ignoreErrors: true })
      onChange({ ...lwm2m, servers: [...servers, newServer(server, servers)] })
    } catch (problem) {
      const reason = failureText(problem)
      setFailure(t('deviceProfiles.serverFailed', { reason }))
    }
  }

  const plus = <Plus size={16} strokeWidth={2} aria-hidden />
  return (
    <>
      <CheckField
        label={t('deviceProfiles.updateServers')}
        help={t('deviceProfiles.updateServersHelp')}
        isChecked={lwm2m.bootstrapServerUpdateEnable}
        onChange={(bootstrapServerUpdateEnable) => onChange({ ...lwm2m, bootstrapServerUpdateEnable })}
      />
      <PlaceNote error={error} />
      <FormError text={failure} />
      <FieldGroup title={t('deviceProfiles.servers')}>
        <div className="sd-form-list">
          {servers.length === 0 && <p className="sd-form-empty">{t('deviceProfiles.noServers')}</p>}
          {servers.map((server) => (
            <ServerCard
              key={server.key}
              server={server}
              onChange={(next) => onChange({ ...lwm2m, servers: withItem(servers, next) })}
              onRemove={() => onChange({ ...lwm2m, servers: withoutItem(servers, server.key) })}
            />
          ))}
          <div className="sd-tool-line">
            <Button size="sm" icon={plus} onClick={() => void add(false)}>
              {t('deviceProfiles.addLwm2mServer')}
            </Button>
            {lwm2m.bootstrapServerUpdateEnable && (
              <Button size="sm" icon={plus} onClick={() => void add(true)}>
                {t('deviceProfiles.addBootstrapServer')}
              </Button>
            )}
          </div>
        </div>
      </FieldGroup>
    </>
  )
}

interface ServerCardProps {
  readonly server: ServerDraft
  readonly onChange: (server: ServerDraft) => void
  readonly onRemove: () => void
}

function ServerCard({ server, onChange, onRemove }: ServerCardProps) {
  const t = useText()
  const { key, isBootstrap, shortServerId, securityMode } = server
  const at = `servers.${key}`
  const set = (part: Partial<ServerDraft>) => onChange({ ...server, ...part })
  const name = t(isBootstrap ? 'deviceProfiles.bootstrapServer' : 'deviceProfiles.lwm2mServer', { id: shortServerId })
  const publicKey = useFieldPath(`${at}.serverPublicKey`)
  const certificate = useFieldPath(`${at}.serverCertificate`)
  return (
    <FormCard
      at={at}
      title={name}
      summary={<span className="sd-form-card-names">{`${server.host}:${portOf(server)}`}</span>}
      startsOpen={key.startsWith('n')}
      removeLabel={t('deviceProfiles.removeServer', { name })}
      onRemove={onRemove}
    >
      <div className="sd-form-row">
        <PlacedText
          at={`${at}.shortServerId`}
          label={t('deviceProfiles.shortServerId')}
          inputMode="numeric"
          value={shortServerId}
          onChange={(next) => set({ shortServerId: next })}
        />
        <Select
          label={t('deviceProfiles.securityMode')}
          value={securityMode}
          options={securityModes.map((value) => ({ value, label: t(`deviceProfiles.mode_${value}`) }))}
          onChange={(mode) => set({ securityMode: mode })}
        />
      </div>
      <div className="sd-form-row">
        <PlacedText
          at={`${at}.host`}
          label={t('deviceProfiles.host')}
          isMono
          value={server.host}
          onChange={(host) => set({ host })}
        />
        <TextField
          label={t('deviceProfiles.port')}
          help={t('deviceProfiles.portHelp')}
          readOnly
          value={String(portOf(server))}
          onChange={unchanged}
        />
      </div>
      {securityMode === 'RPK' && (
        <TextArea
          label={t('deviceProfiles.serverPublicKey')}
          isMono
          rows={4}
          value={server.serverPublicKey}
          onChange={(serverPublicKey) => set({ serverPublicKey })}
          {...publicKey}
        />
      )}
      {securityMode === 'X509' && (
        <TextArea
          label={t('deviceProfiles.serverCertificate')}
          isMono
          rows={6}
          value={server.serverCertificate}
          onChange={(serverCertificate) => set({ serverCertificate })}
          {...certificate}
        />
      )}
      <div className="sd-form-row">
        {serverSeconds
          // Only bootstrap servers have an account timeout.
          .filter((field) => isBootstrap || field !== 'bootstrapServerAccountTimeout')
          .map((field) => (
            <PlacedText
              key={field}
              at={`${at}.${field}`}
              label={t(`deviceProfiles.${field}`)}
              inputMode="numeric"
              value={server[field]}
              onChange={(seconds) => set({ [field]: seconds })}
            />
          ))}
        <Select
          label={t('deviceProfiles.binding')}
          value={server.binding}
          options={[...new Set([...bindings, server.binding])].map((value) => ({ value, label: value }))}
          onChange={(binding) => set({ binding })}
        />
      </div>
      <CheckField
        label={t('deviceProfiles.notifIfDisabled')}
        isChecked={server.notifIfDisabled}
        onChange={(notifIfDisabled) => set({ notifIfDisabled })}
      />
    </FormCard>
  )
}
