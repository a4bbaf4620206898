import { PROJECT_CACHE, readCentroidFile, writeCentroidFile } from './centroid-file.ts'
import { readFsaCentroids, readZipCentroids } from './centroid-sources.ts'
import { encodeCentroids } from './centroid-table.ts'

// A process of its own, because the packages it reads take some 100 MB of heap: run when the project is installed
// (writes the file into the project's cache, unless it is there) and, with --stdout, by a server without the file.
if (process.argv.includes('--stdout')) process.stdout.write(build())
else if (!readCentroidFile(PROJECT_CACHE)) writeCentroidFile(PROJECT_CACHE, build())

function build(): Uint8Array {
  return encodeCentroids(readZipCentroids(), readFsaCentroids())
}
