/** Opens ports; the error names the setting to change when a port cannot be opened. */

/** The port is used by another program, or the user has no permission to open it. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

export async function openPort<T>(setting: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new PortInUse(`Port ${port} is in use. Stop the program that uses it, or set ${setting} to another port.`)
    }
    if (code === 'EACCES')
      throw new PortInUse(`Port ${port} can’t be opened by this user. Set ${setting} to a port above 1023.`)
    throw error
  }
}
