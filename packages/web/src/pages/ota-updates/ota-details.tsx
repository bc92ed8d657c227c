/** A package's details: what it is and where it comes from. Only its description can be changed. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionRow } from '../../entities/action-row.tsx'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { TextArea } from '../../ui/field/text-field.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { lacksFile, otaRoom, packageName, useOtaCalls } from './ota-calls.ts'
import { algorithmNames } from './ota-input.ts'

interface OtaDetailsProps {
  readonly otaPackage: OtaPackageInfo
  readonly actions: readonly EntityAction<OtaPackageInfo>[]
  readonly links: readonly EntityAction<OtaPackageInfo>[]
  readonly openPage?: EntityAction<OtaPackageInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function OtaDetails({ otaPackage, actions, links, openPage, onClose, onStep }: OtaDetailsProps) {
  const t = useText()
  return (
    <EntityDetails<OtaPackageInfo>
      description={{
        nameOf: packageName,
        kindOf: () => t('entityTypes.OTA_PACKAGE'),
        icon: <EntityKindIcon entityType="OTA_PACKAGE" size={14} />,
        status: (row) => (
          <>
            <span>{t(`otaUpdates.${row.type}`)}</span>
            {lacksFile(row) && <span className="sd-ota-missing">{t('otaUpdates.noFile')}</span>}
          </>
        ),
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <OtaForm key={row.id.id} otaPackage={row} links={links} />,
          },
        ],
      }}
      row={otaPackage}
      onClose={onClose}
      onStep={onStep}
    />
  )
}

interface OtaFormProps {
  readonly otaPackage: OtaPackageInfo
  readonly links: readonly EntityAction<OtaPackageInfo>[]
}

const draftOf = (otaPackage: OtaPackageInfo) => ({ description: infoText(additionalInfoOf(otaPackage), 'description') })

function OtaForm({ otaPackage, links }: OtaFormProps) {
  const t = useText()
  const ota = useOtaCalls()
  const queries = useQueryClient()
  const packageId = otaPackage.id.id
  const form = useEntityForm({
    stored: draftOf(otaPackage),
    faultsOf: (): { description?: string } => ({}),
    reload: async () =>
      draftOf(
        await queries.fetchQuery({
          queryKey: [otaRoom, 'one', packageId],
          queryFn: () => ota.info(packageId, { ignoreErrors: true }),
          staleTime: 0,
        }),
      ),
    async save({ description }) {
      const { id, type, title, version } = otaPackage
      const additionalInfo = { ...additionalInfoOf(otaPackage), description: description.trim() }
      await ota.save({ id, type, title, version, additionalInfo }, { ignoreErrors: true })
      await refreshRoom(queries, otaRoom)
    },
    saved: t('otaUpdates.saved'),
  })
  return (
    <EntityForm form={form} facts={<OtaFacts otaPackage={otaPackage} />}>
      <ActionRow row={otaPackage} actions={links} />
      {lacksFile(otaPackage) && <p className="sd-text-2 sd-sm">{t('otaUpdates.noFileText')}</p>}
      <TextArea
        label={t('otaUpdates.description')}
        isOptional
        help={t('otaUpdates.descriptionHelp')}
        value={form.draft.description}
        onChange={(description) => form.change({ description })}
      />
    </EntityForm>
  )
}

function OtaFacts({ otaPackage }: { readonly otaPackage: OtaPackageInfo }) {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName(otaPackage.deviceProfileId?.id)
  const { title, version, tag, type, url, fileName, dataSize, contentType, checksum, checksumAlgorithm } = otaPackage
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [t('otaUpdates.name'), title],
    [t('otaUpdates.version'), version],
    [t('otaUpdates.tag'), tag],
    [t('otaUpdates.type'), t(`otaUpdates.${type}`)],
    [t('otaUpdates.fileName'), fileName],
    [
      t('otaUpdates.size'),
      dataSize === null
        ? null
        : `${fileSize(dataSize, t, format)}${dataSize < 1024 ? '' : ` (${t('ui.bytes', { count: dataSize })})`}`,
    ],
    [t('otaUpdates.contentType'), contentType],
  ]
  return (
    <EntityFacts id={otaPackage.id.id} createdTime={otaPackage.createdTime}>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
      {otaPackage.deviceProfileId && (
        <Fact label={t('otaUpdates.profile')}>
          <EntityLink id={otaPackage.deviceProfileId} name={profileName ?? '…'} />
        </Fact>
      )}
      {checksum && (
        <Fact label={checksumAlgorithm ? algorithmNames[checksumAlgorithm] : t('otaUpdates.checksum')}>
          <span className="sd-mono">{checksum}</span>
          <CopyIconButton text={checksum} label={t('otaUpdates.copyChecksum')} />
        </Fact>
      )}
      {url && (
        <Fact label={t('otaUpdates.url')}>
          <span className="sd-mono">{url}</span>
          <CopyIconButton text={url} label={t('otaUpdates.copyUrl')} />
        </Fact>
      )}
    </EntityFacts>
  )
}

/** Undefined while loading. */
function useProfileName(profileId: string | undefined): string | undefined {
  const { deviceProfiles } = useClient()
  const { data, isError } = useQuery({
    queryKey: ['deviceProfiles', 'name', profileId],
    enabled: profileId !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) => deviceProfiles.info(profileId ?? '', { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data?.name ?? (isError ? profileId : undefined)
}

const Fact = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
