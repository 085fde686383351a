//! The solver of one worker, as the command line wants it.

use rift_report::CrossChecked;
use rift_search::SolverConfig;
use rift_solver::{Backend, Checked, CrossCheck, Disagreement, Findings, Limits, Solver, WorkerCommand, chain};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub struct Solvers {
    pub config: SolverConfig,
    /// Where queries are left that a second solver decides otherwise.
    pub disagreements: PathBuf,
    pub findings: Arc<Mutex<Findings>>,
}

impl Solvers {
    /// Called in the worker's own thread. A solver process is started when it is first needed.
    pub fn make(&self) -> Box<dyn Solver> {
        let config = &self.config;
        let limits = Limits { memory: config.memory, ..Limits::with_steps(config.steps) };
        let backend = match &config.worker {
            None => Backend::in_thread(limits),
            Some((program, arguments)) => {
                let arguments = arguments.iter().map(Into::into).collect();
                Backend::on_demand(WorkerCommand { program: program.clone(), arguments }, limits)
            }
        };
        let solver = chain(Box::new(backend), &rift_solver::Config::default());
        match config.check_every {
            0 => solver,
            every => {
                let check = CrossCheck::new(every, &self.disagreements);
                Box::new(Checked::new(solver, check, Arc::clone(&self.findings)))
            }
        }
    }

    /// What cross-checking brought up.
    pub fn findings(&self) -> CrossChecked {
        let findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let script = |found: &Disagreement| match &found.script {
            Ok(path) => path.display().to_string(),
            Err(error) => format!("the query could not be kept: {error}"),
        };
        CrossChecked {
            agreed: findings.agreed,
            undecided: findings.undecided,
            disagreements: findings.disagreements.iter().map(script).collect(),
            unavailable: findings.unavailable.clone(),
        }
    }
}
