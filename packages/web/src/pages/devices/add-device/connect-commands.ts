/** Shell commands that send a message as the device, shown in the last step of the wizard. */

import type { DeviceConnectivity } from '@sonde/client'
import { type System, type TransportName, transportsByName } from '@sonde/model/transports/transports'
import type { CredentialsInput } from '../credentials-input.ts'

/** Telemetry key that the commands send. */
export const sampleKey = 'temperature'
const payload = `{"${sampleKey}": 21.5}`

/** Quotes a text so that the shell takes it as one word. */
function quoted(text: string, system: System): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  if (system === 'windows') return `"${text.replaceAll('"', '\\"')}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Line continuation in the shell of each system. */
const lineEnds: Record<System, string> = { linux: ' \\\n  ', macos: ' \\\n  ', windows: ' ^\n  ' }

export const installCommand = (transport: TransportName, system: System): string =>
  transportsByName[transport].client.install[system]

/** Command that sends a message; null if the transport does not support this type of credentials. */
export function sendCommand(
  transport: TransportName,
  system: System,
  connectivity: Partial<DeviceConnectivity>,
  credentials: CredentialsInput,
): string | null {
  const { client, credentials: taken } = transportsByName[transport]
  const address = connectivity[transport]
  if (!address || !taken.includes(credentials.type)) return null
  const word = (text: string) => quoted(text, system)
  return client.publish({ address, credentials, payload, word }).join(lineEnds[system])
}
