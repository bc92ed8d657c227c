/** Opens ports; the operator reads which setting moves a port that cannot be opened. */

/** Another program listens on the port, or the user may not open it. */
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
