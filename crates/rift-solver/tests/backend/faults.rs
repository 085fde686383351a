//! A solver that fails costs one query.

use crate::{Fixture, impatient, in_process, limits, worker};
use rift_ir::{BinaryOp, IntPredicate};
use rift_solver::{Backend, Limits, Solver, Stats, Verdict, WhyUnknown, WorkerCommand};
use rustix::process::{Pid, Signal, getpgid, kill_process};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn signal(process: u32, signal: Signal) {
    let pid = Pid::from_raw(process.cast_signed()).expect("a process has an id");
    kill_process(pid, signal).expect("the process is ours");
}

/// Asks something that needs all terms told again, and something new.
fn assert_usable(fixture: &mut Fixture, solver: &mut Backend) {
    let (old, new) = (fixture.byte_is(0, 1), fixture.byte_is(1, 2));
    for goal in [old, new] {
        let verdict = fixture.ask(solver, &[old], goal);
        assert!(fixture.is_satisfied(&verdict, &[old, goal]), "{verdict:?}");
    }
}

#[test]
fn a_process_killed_in_the_middle_of_a_query_costs_that_query() {
    let mut fixture = Fixture::default();
    let mut solver = in_process(60_000);
    assert_usable(&mut fixture, &mut solver);
    let hard = fixture.factoring();
    for _ in 0..2 {
        let process = solver.process_id().expect("it is running");
        let begin = Instant::now();
        let verdict = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                signal(process, Signal::KILL);
            });
            fixture.ask(&mut solver, &[], hard)
        });
        assert_eq!(verdict, Verdict::Unknown(WhyUnknown::Died));
        assert!(begin.elapsed() < Duration::from_secs(10), "took {:?}", begin.elapsed());
        assert!(solver.processor_time() > Duration::from_millis(20), "a dead process used time, too");
        assert_usable(&mut fixture, &mut solver);
    }
}

#[test]
fn a_process_killed_between_queries_costs_one_query() {
    let mut fixture = Fixture::default();
    let mut solver = in_process(20_000);
    assert_usable(&mut fixture, &mut solver);
    signal(solver.process_id().expect("it is running"), Signal::KILL);
    let goal = fixture.byte_is(0, 1);
    assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(WhyUnknown::Died));
    assert_usable(&mut fixture, &mut solver);
}

/// A terminal sends Ctrl-C to the process group in the foreground.
#[test]
fn an_interrupt_from_the_terminal_is_left_to_the_parent() {
    let solver = in_process(20_000);
    let process = solver.process_id().expect("it is running").cast_signed();
    let group = getpgid(Pid::from_raw(process)).expect("it is running");
    assert_eq!(Some(group), Pid::from_raw(process), "it leads a group of its own");
}

#[test]
fn a_process_that_stands_still_is_ended() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::in_process(worker(), impatient(700)).expect("the worker was built");
    assert_usable(&mut fixture, &mut solver);
    let process = solver.process_id().expect("it is running");
    signal(process, Signal::STOP);
    let goal = fixture.byte_is(0, 1);
    let begin = Instant::now();
    assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(WhyUnknown::Hung));
    assert!(begin.elapsed() < Duration::from_secs(5), "took {:?}", begin.elapsed());
    let mut stats = Stats::default();
    solver.report(&mut stats);
    assert_eq!(stats.layers[0].unreproducible, 1, "whoever reads the result has to know");
    assert_usable(&mut fixture, &mut solver);
    assert!(!std::fs::exists(format!("/proc/{process}")).expect("/proc is there"), "it was killed and waited for");
}

#[test]
fn programs_that_are_no_workers_only_cost_queries() {
    let cases = [
        ("true", WhyUnknown::Died),
        ("cat", WhyUnknown::Died),
        ("yes", WhyUnknown::Died),
        ("printf 'nonsense'; exec sleep 100", WhyUnknown::Died),
        ("printf '\\001\\000\\000\\000\\377'; exec sleep 100", WhyUnknown::Died),
        ("kill -SEGV $$", WhyUnknown::Died),
        ("exit 87", WhyUnknown::Memory),
        ("exec sleep 100", WhyUnknown::Hung),
    ];
    for (script, why) in cases {
        let command = WorkerCommand { program: "sh".into(), arguments: vec!["-c".into(), script.into()] };
        let mut solver = Backend::in_process(command, impatient(700)).expect("there is a shell");
        let mut fixture = Fixture::default();
        let begin = Instant::now();
        for value in 0..2 {
            let goal = fixture.byte_is(0, value);
            assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(why), "{script}");
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{script} took {:?}", begin.elapsed());
    }
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let command = WorkerCommand { program: "/nonexistent/worker".into(), arguments: Vec::new() };
    assert!(Backend::in_process(command.clone(), limits(100)).is_err());
    let mut fixture = Fixture::default();
    let goal = fixture.byte_is(0, 1);
    let verdict = fixture.ask(&mut Backend::on_demand(command, limits(100)), &[], goal);
    assert_eq!(verdict, Verdict::Unknown(WhyUnknown::Died));
}

#[test]
fn a_process_on_demand_starts_with_the_first_query() {
    let mut fixture = Fixture::default();
    let mut solver = Backend::on_demand(worker(), limits(20_000));
    assert_eq!(solver.process_id(), None);
    assert_usable(&mut fixture, &mut solver);
    assert!(solver.process_id().is_some());
}

#[test]
fn a_large_request_to_a_process_that_does_not_read_ends() {
    let command = WorkerCommand { program: "sh".into(), arguments: vec!["-c".into(), "exec sleep 100".into()] };
    let mut solver = Backend::in_process(command, impatient(700)).expect("there is a shell");
    let mut fixture = Fixture::default();
    let mut sum = fixture.terms.read(0, 4);
    for i in 0..20_000 {
        let next = fixture.terms.read(i, 4);
        let rotated = fixture.terms.binary(BinaryOp::Add, sum, next);
        sum = fixture.terms.binary(BinaryOp::Xor, rotated, next);
    }
    let seven = fixture.terms.constant(32, 7);
    let goal = fixture.terms.compare(IntPredicate::Eq, sum, seven);
    assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(WhyUnknown::Hung));
}

#[test]
fn the_memory_limit_costs_one_query() {
    let mut fixture = Fixture::default();
    let limits = Limits { memory: 128 << 20, ..limits(60_000) };
    let mut solver = Backend::in_process(worker(), limits).expect("the worker was built");
    // 150 products have half a million gates, for which there is not enough memory, but not so many that nothing is asked.
    let mut mixed = fixture.terms.read(0, 4);
    for at in 0..150 {
        let (a, b) = (fixture.terms.read(8 * at, 4), fixture.terms.read(8 * at + 4, 4));
        let product = fixture.terms.binary(BinaryOp::Mul, a, b);
        mixed = fixture.terms.binary(BinaryOp::Xor, mixed, product);
    }
    let value = fixture.terms.constant(32, 0x1234_5678);
    let goal = fixture.terms.compare(IntPredicate::Eq, mixed, value);
    assert_eq!(fixture.ask(&mut solver, &[], goal), Verdict::Unknown(WhyUnknown::Memory));
    assert_usable(&mut fixture, &mut solver);
}

#[test]
fn a_worker_ends_on_garbage_and_at_the_end_of_its_input() {
    for (input, is_success) in [(&[][..], true), (&[0xff; 64][..], false), (&[3, 0, 0, 0, 1][..], false)] {
        let mut worker = Command::new(worker().program)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the worker was built");
        worker.stdin.take().expect("a pipe").write_all(input).expect("the worker reads");
        assert_eq!(worker.wait().expect("it ends").success(), is_success, "{input:?}");
    }
}

#[test]
fn a_worker_ends_with_its_parent() {
    // The shell starts a worker whose input stays open, says its id, and is killed.
    let script = "\"$0\" <&0 & echo $!; exec sleep 100";
    let (open, _never_written) = std::io::pipe().expect("a pipe");
    let mut shell = Command::new("sh")
        .args(["-c", script])
        .arg(worker().program)
        .stdin(open)
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut process = String::new();
    let mut output = BufReader::new(shell.stdout.take().expect("a pipe"));
    output.read_line(&mut process).expect("the shell says the id");
    std::thread::sleep(Duration::from_millis(300));
    shell.kill().expect("it is running");
    shell.wait().expect("it was killed");
    let status = format!("/proc/{}/stat", process.trim());
    let end = Instant::now() + Duration::from_secs(10);
    // What nobody waits for stays as a zombie.
    let is_alive = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
    while is_alive() {
        assert!(Instant::now() < end, "the worker outlives its parent");
        std::thread::sleep(Duration::from_millis(20));
    }
}
