/** Commands that send one message as a device: what the last step of the wizard shows. */

import type { DeviceConnectivity } from '@sonde/client'
import { type System, type TransportName, transportsByName } from '@sonde/model/transports/transports'
import type { CredentialsInput } from '../credentials-input.ts'

/** The value that the commands send. */
export const sampleKey = 'temperature'
const payload = `{"${sampleKey}": 21.5}`

/** Text that a shell takes as one word. */
function quoted(text: string, system: System): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  if (system === 'windows') return `"${text.replaceAll('"', '\\"')}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Goes on in the next line, as the shell of the system writes it. */
const lineEnds: Record<System, string> = { linux: ' \\\n  ', macos: ' \\\n  ', windows: ' ^\n  ' }

export const installCommand = (transport: TransportName, system: System): string =>
  transportsByName[transport].client.install[system]

/** Null when devices with such credentials cannot send by this transport from a command line. */
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
