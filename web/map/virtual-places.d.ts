declare module 'virtual:places' {
  /** Cities, the largest first: name, latitude, longitude. */
  const places: [name: string, latitude: number, longitude: number][]
  export default places
}
