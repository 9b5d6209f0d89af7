/**
 * Serves pages with Express and `express.static`, as its documentation sets it up, in production mode and without the one header
 * that it adds.
 */
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.use(express.static(process.env.BENCH_ROOT!, { index: false }));
app.listen(Number(process.env.PORT), '127.0.0.1');
